import { CircleAlert, Download, File } from 'lucide-react';
import type { ComponentType } from 'react';
import { rawHref, type Location } from '@zo/web/paths';
import { Button, EmptyState, ErrorBoundary, loadable, Loading, SkeletonRows } from '@zo/web/ui';
import { UNREADABLE, VIEWER } from './messages';
import { INFO, VIEWERS } from './registry';
import type { Viewer, ViewerProps } from './viewer';

// Created once: a component created during a render would remount every time.
const COMPONENTS = new Map<Viewer, ComponentType<ViewerProps>>(
  [...VIEWERS, INFO].map((viewer) => [viewer, loadable(() => viewer.load().then((module) => module.default))]),
);

/** Shown for a viewer that failed; the rest of the page keeps working. */
function ViewerError({ location, error }: { location: Location; error: Error }) {
  return (
    <EmptyState
      tone="bad"
      icon={<CircleAlert />}
      title={VIEWER.error(error.message)}
      action={
        <Button asChild>
          <a href={rawHref(location, { download: true })} target="_blank" rel="noopener">
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

/** FV-01, FV-02: renders a file in its viewer. */
export function ViewerFrame({ viewer, ...props }: ViewerProps & { viewer: Viewer }) {
  const View = COMPONENTS.get(viewer)!;
  const { file, text } = props;
  if (viewer.noun && (text === undefined ? file.fileSize === 0 : text === ''))
    return (
      <EmptyState icon={<File />} title={UNREADABLE.empty.title(viewer.noun)}>
        {UNREADABLE.empty.hint}
      </EmptyState>
    );
  return (
    <ErrorBoundary fallback={(error) => <ViewerError location={props.location} error={error} />}>
      <Loading fallback={<SkeletonRows label="Loading" />}>
        <View {...props} />
      </Loading>
    </ErrorBoundary>
  );
}
