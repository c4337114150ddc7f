import { CircleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from './button';
import { EmptyState } from './empty-state';

interface Props {
  /** The failed part as users call it: 'The chat'. */
  what: string;
  children: ReactNode;
}

/** Contains a rendering error in one part of the page. Files and unsaved text are not affected. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <EmptyState
        tone="bad"
        icon={<CircleAlert />}
        title={`${this.props.what} could not be shown`}
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        Your files are unharmed. {error.message}
      </EmptyState>
    );
  }
}
