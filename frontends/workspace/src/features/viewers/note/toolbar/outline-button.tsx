import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { Node } from 'slate';
import { ReactEditor, useSlateStatic } from 'slate-react';
import { formatCount } from '@zo/web/format';
import { IconButton, Popover, useMedia } from '@zo/web/ui';
import { goToBlock } from '../editor/go-to';
import { asBlocks, type NoteEditor } from '../editor/types';
import { NOTE } from '../messages';

interface Entry {
  readonly index: number;
  readonly depth: number;
  readonly text: string;
}

/** The headings of the note, each a way to its place, and how much text there is. */
export function OutlineButton({ onOpen }: { onOpen: () => void }) {
  const editor = useSlateStatic();
  const [isOpen, setIsOpen] = useState(false);
  const [isWriting, setIsWriting] = useState(false);
  // The cursor would open the keyboard of the screen, which covers the text.
  const isTouch = useMedia('(pointer: coarse)');
  return (
    <Popover
      label="Outline"
      open={isOpen}
      keepFocus={isWriting}
      onOpenChange={(open) => {
        if (open) onOpen();
        setIsWriting(false);
        setIsOpen(open);
      }}
      trigger={
        <IconButton label="Outline" size="sm" onMouseDown={(event) => event.preventDefault()}>
          <ListTree />
        </IconButton>
      }
    >
      {isOpen ? (
        <Outline
          entries={headingsOf(editor)}
          words={wordsOf(editor)}
          onChoose={(index) => {
            setIsOpen(false);
            setIsWriting(!isTouch);
            goToBlock(editor, index);
            if (!isTouch) ReactEditor.focus(editor);
          }}
        />
      ) : null}
    </Popover>
  );
}

interface OutlineProps {
  entries: readonly Entry[];
  words: number;
  onChoose: (index: number) => void;
}

const Outline = ({ entries, words, onChoose }: OutlineProps) => (
  <div className="flex max-h-[60vh] w-72 max-w-full flex-col text-sm">
    <p className="px-3 pt-3 pb-2 text-text-2">{formatCount(words, 'word')}</p>
    {entries.length === 0 ? <p className="px-3 pb-3 text-text-3">{NOTE.noHeadings}</p> : null}
    <ul className="min-h-0 overflow-y-auto p-1 empty:hidden">
      {entries.map(({ index, depth, text }) => (
        <li key={index} style={{ paddingLeft: (depth - 1) * 12 }}>
          <button
            type="button"
            className="w-full truncate rounded-md px-2 py-1 text-left hover:bg-surface-2 pointer-coarse:py-2.5"
            onClick={() => onChoose(index)}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  </div>
);

function headingsOf(editor: NoteEditor): Entry[] {
  return asBlocks(editor.children).flatMap((block, index) =>
    block.type === 'heading'
      ? [{ index, depth: block.depth, text: Node.string(block as unknown as Node).trim() || NOTE.untitled }]
      : [],
  );
}

/** Words as people count them, also in languages that write no spaces. */
function wordsOf(editor: NoteEditor): number {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  let words = 0;
  for (const node of editor.children)
    for (const { isWordLike } of segmenter.segment(Node.string(node))) if (isWordLike) words++;
  return words;
}
