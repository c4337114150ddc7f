import { CircleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from './button';
import { removeEarlyNames } from './early-names';
import { EmptyState } from './empty-state';

type Props = { children: ReactNode } & (
  | {
      /** The failed part as users call it: 'The chat'. */
      what: string;
    }
  | {
      /** Shown instead of the failed part. */
      fallback: (error: Error) => ReactNode;
    }
);

/** Contains a rendering error in one part of the page. Files and unsaved text are not affected. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch() {
    removeEarlyNames();
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if ('fallback' in this.props) return this.props.fallback(error);
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
