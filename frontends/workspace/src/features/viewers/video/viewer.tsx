import { nameOf } from '@zo/web/paths';
import { FileInfo } from '../info/file-info';
import { VIEWER } from '../messages';
import { sourceOf } from '../source';
import { useLoadFailure } from '../use-load-failure';
import type { ViewerProps } from '../viewer';

/** FV-01 video. */
export default function VideoViewer({ location, file }: ViewerProps) {
  const { ref, failed, onError } = useLoadFailure<HTMLVideoElement>();
  if (failed) return <FileInfo location={location} file={file} message={VIEWER.noData} />;
  return (
    <div className="flex h-full items-center justify-center bg-surface-2 p-6">
      <video
        controls
        preload="metadata"
        ref={ref}
        onError={onError}
        src={sourceOf(location, file)}
        aria-label={nameOf(location)}
        className="max-h-full max-w-full rounded-lg"
      />
    </div>
  );
}
