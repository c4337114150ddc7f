import { useContext, useState } from 'react';
import { Popover } from '@zo/web/ui';
import { TEXT } from '../../../messages';
import { NotesContext } from './answer-context';

/** CH-12: the badge of a footnote, whose text opens beside it. */
export function Citation({ raw }: { raw: string }) {
  const showNote = useContext(NotesContext);
  const [open, setOpen] = useState(false);
  const id = raw.slice(2, -1);
  const note = showNote(id);
  // Without a footnote, a word in such brackets is text: `[^a-z]`.
  if (note === undefined && !/^\d+$/.test(id)) return <>{raw}</>;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={TEXT.footnote(id)}
      align="center"
      className="w-80 p-3"
      trigger={
        <button
          type="button"
          aria-label={TEXT.footnote(id)}
          className="chat-badge data-[state=open]:bg-accent! data-[state=open]:text-on-accent!"
        >
          {id}
        </button>
      }
    >
      <div className="max-h-60 overflow-y-auto border-l-2 border-accent pl-2.5 text-sm">{note ?? TEXT.noCitation}</div>
    </Popover>
  );
}
