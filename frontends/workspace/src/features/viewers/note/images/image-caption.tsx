import { useRef, useState } from 'react';
import { NOTE } from '../messages';

interface ImageCaptionProps {
  readonly caption: string;
  /** Undefined where the note cannot be changed. */
  readonly onSave?: (caption: string) => void;
  /** Called when Enter or Escape ends the writing. */
  readonly onClose: () => void;
}

/** ED-02: the caption of an image, which a click edits. Enter and leaving the field save it, Escape does not. */
export function ImageCaption({ caption, onSave, onClose }: ImageCaptionProps) {
  const [typed, setTyped] = useState<string>();
  const isCancelled = useRef(false);
  if (!onSave) return caption ? <span className="note-caption">{caption}</span> : null;
  if (typed === undefined)
    return (
      <button
        type="button"
        className={`note-caption ${caption ? '' : 'note-caption-empty'}`}
        onClick={() => setTyped(caption)}
      >
        {caption || NOTE.addCaption}
      </button>
    );
  const end = () => {
    if (!isCancelled.current && typed.trim() !== caption) onSave(typed.trim());
    isCancelled.current = false;
    setTyped(undefined);
  };
  return (
    <input
      aria-label={NOTE.caption}
      className="note-caption w-full bg-transparent inset-ring-focus outline-none"
      autoFocus
      placeholder={NOTE.addCaption}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={end}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        isCancelled.current = event.key === 'Escape';
        event.currentTarget.blur();
        onClose();
      }}
    />
  );
}
