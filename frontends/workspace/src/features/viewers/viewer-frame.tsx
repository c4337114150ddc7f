import { CircleAlert, Download } from 'lucide-react';
import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { rawHref, type Location } from '@zo/web/paths';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import { VIEWER } from './messages';
import { INFO, VIEWERS } from './registry';
import type { Viewer, ViewerProps } from './viewer';

// Made once: a component made while rendering would be a new one every time.
const COMPONENTS = new Map<Viewer, ComponentType<ViewerProps>>(
  [...VIEWERS, INFO].map((viewer) => [viewer, lazy(viewer.load)]),
);

/** Keeps the failure of one viewer from the rest of the page. */
class ViewerBoundary extends Component<{ place: Location; children: ReactNode }, { error: Error | null }> {
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
        title={VIEWER.error(error.message)}
        action={
          <Button asChild>
            <a href={rawHref(this.props.place, { download: true })} target="_blank" rel="noopener">
              <Download />
              Download
            </a>
          </Button>
        }
      >
        The file itself is unharmed.
      </EmptyState>
    );
  }
}

/** FV-01, FV-02: a file in its viewer. */
export function ViewerFrame({ viewer, ...props }: ViewerProps & { viewer: Viewer }) {
  const View = COMPONENTS.get(viewer)!;
  return (
    <ViewerBoundary place={props.place}>
      <Suspense fallback={<SkeletonRows label="Loading" />}>
        <View {...props} />
      </Suspense>
    </ViewerBoundary>
  );
}
