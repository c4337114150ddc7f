import { useState } from 'react';
import { nameOf } from '@zo/web/paths';
import { FileInfo } from '../info/file-info';
import { VIEWER } from '../messages';
import { sourceOf } from '../source';
import type { ViewerProps } from '../viewer';

/** FV-01 video. */
export default function VideoViewer({ place, file }: ViewerProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <FileInfo place={place} file={file} message={VIEWER.noData} />;
  return (
    <div className="flex h-full items-center justify-center bg-surface-2 p-6">
      <video
        controls
        preload="metadata"
        onError={() => setFailed(true)}
        src={sourceOf(place, file)}
        aria-label={nameOf(place)}
        className="max-h-full max-w-full rounded-lg"
      />
    </div>
  );
}
