import { CircleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from './button';
import { EmptyState } from './empty-state';

interface Props {
  /** What stopped working, as people call it: 'The chat'. */
  what: string;
  children: ReactNode;
}

/** Keeps a failure inside one part of the page. Files and unsaved text are not touched by it. */
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
