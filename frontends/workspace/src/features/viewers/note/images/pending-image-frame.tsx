import { Image as ImageIcon, RotateCw, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { cn, IconButton } from '@zo/web/ui';
import { NOTE } from '../messages';
import type { PendingImage } from './pending-images';

interface PendingImageFrameProps {
  readonly image: PendingImage;
  /** Nothing else is in its text. */
  readonly isAlone: boolean;
}

/** ED-06: an image that is being uploaded, where it will be in the note, and what can be done about it. */
export function PendingImageFrame({ image, isAlone }: PendingImageFrameProps) {
  const upload = useSyncExternalStore(image.subscribe, image.getUpload);
  const state = upload?.state ?? 'staged';
  const { name } = image.file;
  return (
    <span
      contentEditable={false}
      data-upload={state}
      className={cn('note-image note-pending', isAlone && 'note-pending-alone')}
    >
      <Preview image={image} />
      <span className="note-pending-bar">
        <span className="min-w-0 flex-1 truncate" title={name}>
          {NOTE.imageUpload[state]} {state === 'uploading' ? `${Math.round(upload?.percent ?? 0)} %` : null}
        </span>
        {state === 'failed' ? (
          <IconButton size="sm" label={NOTE.retry} onClick={upload?.retry}>
            <RotateCw />
          </IconButton>
        ) : null}
        <IconButton size="sm" label={state === 'failed' ? NOTE.removeImage : `Cancel ${name}`} onClick={upload?.cancel}>
          <X />
        </IconButton>
      </span>
    </span>
  );
}

/** The name instead of an image that this browser cannot show. */
function Preview({ image: { preview, file } }: { image: PendingImage }) {
  const [hasFailed, setHasFailed] = useState(false);
  return hasFailed ? (
    <span className="note-chip">
      <ImageIcon />
      {file.name}
    </span>
  ) : (
    <img src={preview} alt={file.name} onError={() => setHasFailed(true)} />
  );
}
