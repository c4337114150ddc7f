import { ImageOff, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import type { OpenFile } from '@zo/web/store';
import { nameOf, rawHref, type FilePath } from '@zo/web/paths';
import { EmptyState, IconButton } from '@zo/web/ui';
import { FileInfo } from './file-info';
import { VIEWER } from './messages';

// The bytes change under the same address when the file changes: the time in the query fetches them anew.
const source = (place: FilePath, file: OpenFile) => `${rawHref(place)}?v=${Math.round(file.mtimeMs)}`;

/** FV-01 image: fits the pane; a click shows it at its own size. */
export function ImageViewer({ place, file }: { place: FilePath; file: OpenFile }) {
  const [whole, setWhole] = useState(false);
  const [failed, setFailed] = useState(false);
  const [size, setSize] = useState('');
  const src = source(place, file);
  if (failed)
    return (
      <EmptyState tone="bad" icon={<ImageOff />} title={VIEWER.imageFailed}>
        {src}
      </EmptyState>
    );
  return (
    <div className="relative h-full bg-surface-2">
      <div
        className={whole ? 'h-full overflow-auto p-6' : 'flex h-full items-center justify-center overflow-hidden p-6'}
      >
        <img
          src={src}
          alt={nameOf(place)}
          onError={() => setFailed(true)}
          onLoad={({ currentTarget: image }) => setSize(`${image.naturalWidth} × ${image.naturalHeight}`)}
          onClick={() => setWhole(!whole)}
          className={whole ? 'max-w-none cursor-zoom-out' : 'max-h-full max-w-full cursor-zoom-in object-contain'}
        />
      </div>
      <div className="absolute right-4 bottom-4 flex items-center gap-1 rounded-lg border border-line-1 bg-surface-1 p-1 pl-2.5 shadow-float">
        <span className="text-xs text-text-2 tabular-nums">{size}</span>
        <IconButton label={whole ? 'Fit' : 'Actual size'} side="top" onClick={() => setWhole(!whole)}>
          {whole ? <ZoomOut /> : <ZoomIn />}
        </IconButton>
      </div>
    </div>
  );
}

/** FV-01 audio. */
export function AudioViewer({ place, file }: { place: FilePath; file: OpenFile }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <FileInfo place={place} file={file} message={VIEWER.noData} />;
  return (
    <div className="mx-auto max-w-[40rem] px-6 pt-[12vh]">
      <h2 className="mb-4 truncate text-lg font-semibold">{nameOf(place)}</h2>
      <audio
        controls
        preload="metadata"
        onError={() => setFailed(true)}
        aria-label={nameOf(place)}
        src={source(place, file)}
        className="w-full"
      />
    </div>
  );
}

/** FV-01 video. */
export function VideoViewer({ place, file }: { place: FilePath; file: OpenFile }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <FileInfo place={place} file={file} message={VIEWER.noData} />;
  return (
    <div className="flex h-full items-center justify-center bg-surface-2 p-6">
      <video
        controls
        preload="metadata"
        onError={() => setFailed(true)}
        src={source(place, file)}
        aria-label={nameOf(place)}
        className="max-h-full max-w-full rounded-lg"
      />
    </div>
  );
}
