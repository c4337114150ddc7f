import { memo, useCallback, useContext, useMemo, useRef, useState } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { FoundContext } from '../find/found-context';
import { NotesContext, SourcesContext, type ShowNote } from './answer-context';
import { createBlockSplitter, type Block } from './blocks';
import { Code, ELEMENTS } from './elements';
import { Formula } from './formula';
import { TEXT } from '../../../messages';
import { groupsOf, type Group } from './groups';
import { remarkAnswers } from './inline-syntax';
import { rehypeClaims } from './mark-claims';
import { piecesOf } from './pieces';
import './prose.css';
import { SourceCard } from './source-card';
import { citedIn } from './sources';
import { useMounted } from './use-mounted';

type Plugins = NonNullable<Parameters<typeof ReactMarkdown>[0]['remarkPlugins']>;
const SETTLED: Plugins = [remarkGfm, [remarkAnswers, { isGrowing: false }]];
const GROWING: Plugins = [remarkGfm, [remarkAnswers, { isGrowing: true }]];
const CLAIMS: Plugins = [rehypeClaims];
/** A longer block is shown as it was written, because parsing it would stop the page. */
const MAX_PARSED = 60_000;

interface BlockProps {
  block: Block;
  isGrowing: boolean;
}

const BlockView = memo(
  function BlockView({ block, isGrowing }: BlockProps) {
    if (block.kind === 'code') return <Code code={block.text} language={block.language} isClosed={block.isClosed} />;
    if (block.kind === 'tex')
      return (
        <p className="overflow-x-auto">
          <Formula raw={block.text} isBlock />
        </p>
      );
    if (block.text.length > MAX_PARSED)
      return piecesOf(block.text).map((piece, index) => (
        <p
          key={index}
          className="mb-0! whitespace-pre-wrap [contain-intrinsic-size:auto_2000px] [content-visibility:auto]"
        >
          {piece}
        </p>
      ));
    return (
      <ReactMarkdown
        remarkPlugins={isGrowing ? GROWING : SETTLED}
        rehypePlugins={isGrowing ? undefined : CLAIMS}
        components={ELEMENTS}
      >
        {block.text}
      </ReactMarkdown>
    );
  },
  (before, after) =>
    before.isGrowing === after.isGrowing &&
    before.block.kind === after.block.kind &&
    before.block.text === after.block.text &&
    (before.block.kind !== 'code' ||
      (after.block.kind === 'code' &&
        before.block.language === after.block.language &&
        before.block.isClosed === after.block.isClosed)),
);

/** Whether the search of the chat may find something here; marks of Markdown may stand within its words. */
function useIsFound(blocks: Group['blocks']): boolean {
  const words = useContext(FoundContext).toLowerCase();
  return useMemo(
    () => words !== '' && blocks.some(({ text }) => withoutMarks(text.toLowerCase()).includes(withoutMarks(words))),
    [blocks, words],
  );
}

const withoutMarks = (text: string) => text.replaceAll(/[*_`]/g, '');

/** Pixels for each character, until the height of a group is known. */
const HEIGHT_OF_CHARACTER = 0.5;

const GroupView = memo(function GroupView({ blocks, isGrowing, distant, onDemand }: Group & { isGrowing: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const isFound = useIsFound(blocks);
  const isMounted = useMounted(box, distant ? (onDemand && !isFound ? 'near' : 'queued') : 'now');
  const height = useMemo(
    () => Math.ceil(blocks.reduce((sum, { text }) => sum + text.length, 0) * HEIGHT_OF_CHARACTER),
    [blocks],
  );
  return (
    <div
      ref={box}
      className={distant ? '[content-visibility:auto]' : undefined}
      style={distant ? { containIntrinsicSize: `auto ${height}px` } : undefined}
    >
      {isMounted
        ? blocks.map((block, index) => (
            <BlockView key={index} block={block} isGrowing={isGrowing && index === blocks.length - 1} />
          ))
        : null}
    </div>
  );
});

/**
 * CH-10, CH-12: the Markdown of an answer. Raw HTML never runs; finished blocks are not parsed again while the last one
 * grows.
 */
export function Markdown({ text, isGrowing = false }: { text: string; isGrowing?: boolean }) {
  const [splitBlocks] = useState(createBlockSplitter);
  const [group] = useState(groupsOf);
  const { blocks, notes } = useMemo(() => splitBlocks(text, isGrowing), [splitBlocks, text, isGrowing]);
  const groups = group(blocks);
  const around = useContext(NotesContext);
  const showNote = useCallback<ShowNote>(
    (id) => {
      const note = notes.get(id);
      return note === undefined ? around(id) : <Note text={note} />;
    },
    [notes, around],
  );
  return (
    <NotesContext value={showNote}>
      <div className="chat-prose">
        {groups.map((each, index) => (
          <GroupView key={index} {...each} isGrowing={isGrowing && index === groups.length - 1} />
        ))}
      </div>
      {notes.size > 0 ? <Footnotes notes={notes} /> : null}
    </NotesContext>
  );
}

/** A footnote: the page that it names, if the chat knows it. */
function Note({ text }: { text: string }) {
  const cited = citedIn(text, useContext(SourcesContext));
  return cited ? <SourceCard cited={cited} /> : <Markdown text={text} />;
}

/** All footnotes, also those that nothing refers to. */
function Footnotes({ notes }: { notes: ReadonlyMap<string, string> }) {
  return (
    <section aria-label={TEXT.footnotes} className="mt-3 flex flex-col gap-1 border-t border-line-1 pt-2.5 text-text-2">
      {[...notes].map(([id, note]) => (
        <div key={id} className="flex min-w-0 items-start gap-2">
          <span className="chat-badge mt-0.5 shrink-0 bg-surface-2!">{id}</span>
          <div className="min-w-0 flex-1">
            <Note text={note} />
          </div>
        </div>
      ))}
    </section>
  );
}
