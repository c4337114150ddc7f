import { CircleAlert, Download } from 'lucide-react';
import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { rawHref, type Location } from '@zo/web/paths';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import { VIEWER } from './messages';
import { INFO, VIEWERS } from './registry';
import type { Viewer, ViewerProps } from './viewer';

// Created once: a component created during a render would remount every time.
const COMPONENTS = new Map<Viewer, ComponentType<ViewerProps>>(
  [...VIEWERS, INFO].map((viewer) => [viewer, lazy(viewer.load)]),
);

/** Contains the error of a viewer, so that the rest of the page keeps working. */
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

/** FV-01, FV-02: renders a file in its viewer. */
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
