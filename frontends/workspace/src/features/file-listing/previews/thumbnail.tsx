import { useState, type ComponentType } from 'react';
import { familyOf, FileIcon } from '@zo/web/file-types';
import type { Entry } from '../../../workspace.slice';
import { ImagePreview } from './image-preview';
import { PdfPreview } from './pdf-preview';
import type { PreviewProps } from './preview';
import { TextPreview } from './text-preview';
import { VideoPreview } from './video-preview';

const IMAGE_NAME = /\.(jpe?g|png|webp|gif|heic|heif)$/i;
/** Tables and sheets that are text. */
const ROWS_NAME = /\.(csv|tsv)$/i;

function previewOf(name: string): ComponentType<PreviewProps> | undefined {
  if (IMAGE_NAME.test(name)) return ImagePreview;
  const family = familyOf(name, false);
  if (family === 'video') return VideoPreview;
  if (family === 'pdf') return PdfPreview;
  return family === 'note' || family === 'code' || ROWS_NAME.test(name) ? TextPreview : undefined;
}

/** What a file looks like, or the icon of its kind. `version` changes with the file. */
export function Thumbnail({
  entry,
  version,
  height,
  onMissing,
}: {
  entry: Entry;
  version: string;
  height: number;
  onMissing: () => void;
}) {
  const [isShown, setShown] = useState(true);
  const Preview = isShown ? previewOf(entry.name) : undefined;
  return (
    <div
      aria-hidden
      className="relative flex items-center justify-center overflow-hidden rounded-md border border-line-1 bg-surface-2"
      style={{ height }}
    >
      {Preview ? (
        <Preview
          entry={entry}
          version={version}
          onMissing={() => {
            setShown(false);
            onMissing();
          }}
        />
      ) : (
        <FileIcon name={entry.name} isDirectory={false} className="size-8 text-text-3" />
      )}
    </div>
  );
}
