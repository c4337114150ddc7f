import { Image as ImageIcon } from 'lucide-react';
import { ImageSource } from '../../image-source';
import { NOTE } from '../messages';

interface FailedImageProps {
  /** As it is written in the note. */
  readonly address: string;
  readonly onRetry: () => void;
}

/** In place of an image that was not loaded. */
export function FailedImage({ address, onRetry }: FailedImageProps) {
  return (
    <span className="note-chip max-w-full">
      <ImageIcon />
      {NOTE.imageFailed}
      <ImageSource address={address} />
      <button type="button" className="text-accent-text" onClick={onRetry}>
        {NOTE.retry}
      </button>
    </span>
  );
}
