import { nameOf } from '@zo/web/paths';
import { FileInfo } from '../info/file-info';
import { VIEWER } from '../messages';
import { sourceOf } from '../source';
import { useLoadFailure } from '../use-load-failure';
import type { ViewerProps } from '../viewer';

/** FV-01 audio. */
export default function AudioViewer({ location, file }: ViewerProps) {
  const { ref, failed, onError } = useLoadFailure<HTMLAudioElement>();
  if (failed) return <FileInfo location={location} file={file} message={VIEWER.noData} />;
  return (
    <div className="mx-auto max-w-[40rem] px-6 pt-[12vh]">
      <h2 className="mb-4 truncate text-lg font-semibold">{nameOf(location)}</h2>
      <audio
        controls
        preload="metadata"
        ref={ref}
        onError={onError}
        aria-label={nameOf(location)}
        src={sourceOf(location, file)}
        className="w-full"
      />
    </div>
  );
}
