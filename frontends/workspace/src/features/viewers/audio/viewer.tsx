import { nameOf } from '@zo/web/paths';
import { FileInfo } from '../info/file-info';
import { VIEWER } from '../messages';
import { sourceOf } from '../source';
import { useLoadFailure } from '../use-load-failure';
import type { ViewerProps } from '../viewer';

/** FV-01 audio. */
export default function AudioViewer({ place, file }: ViewerProps) {
  const { ref, failed, onError } = useLoadFailure<HTMLAudioElement>();
  if (failed) return <FileInfo place={place} file={file} message={VIEWER.noData} />;
  return (
    <div className="mx-auto max-w-[40rem] px-6 pt-[12vh]">
      <h2 className="mb-4 truncate text-lg font-semibold">{nameOf(place)}</h2>
      <audio
        controls
        preload="metadata"
        ref={ref}
        onError={onError}
        aria-label={nameOf(place)}
        src={sourceOf(place, file)}
        className="w-full"
      />
    </div>
  );
}
