import { memo, useCallback, useContext, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { FoundContext } from '../find/found-context';
import { NotesContext, SourcesContext, type ShowNote } from './answer-context';
import { createBlockSplitter, type Block, type Blocks } from './blocks';
import { Code, ELEMENTS } from './elements';
import { Formula } from './formula';
import { TEXT } from '../../../messages';
import { createChapters, MAX_MOUNTED, nextToEnd, type Chapter, type Group } from './groups';
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
function useIsFound(groups: Chapter): boolean {
  const words = useContext(FoundContext).toLowerCase();
  return useMemo(() => {
    const isIn = ({ text }: Block) => withoutMarks(text.toLowerCase()).includes(withoutMarks(words));
    return words !== '' && groups.some((blocks) => blocks.some(isIn));
  }, [groups, words]);
}

const withoutMarks = (text: string) => text.replaceAll(/[*_`]/g, '');

/** Pixels for each character, until the height of a part is known. */
const HEIGHT_OF_CHARACTER = 0.5;

interface PartProps {
  isGrowing: boolean;
  /** The answer is so long that distant parts wait for the screen. */
  onDemand: boolean;
}

/** A part of an answer: `box` is for its element; what is in it is rendered once it `isMounted`. */
function usePart(
  groups: Chapter,
  { isDistant, otherwise }: { isDistant: boolean; otherwise: 'now' | 'queued' | 'near' },
) {
  const ref = useRef<HTMLDivElement>(null);
  const style = useMemo(() => {
    const length = groups.flat().reduce((sum, { text }) => sum + text.length, 0);
    return { containIntrinsicSize: `auto ${Math.ceil(length * HEIGHT_OF_CHARACTER)}px` };
  }, [groups]);
  const isMounted = useMounted(ref, isDistant ? otherwise : 'now');
  return { box: { ref, ...(isDistant && { className: '[content-visibility:auto]', style }) }, isMounted };
}

/** @param isDistant far from the end of the answer: laid out when it comes near the screen */
const GroupView = memo(function GroupView(props: PartProps & { blocks: Group; isDistant: boolean }) {
  const { blocks, isGrowing, isDistant, onDemand } = props;
  const alone = useMemo(() => [blocks], [blocks]);
  const isFound = useIsFound(alone);
  const { box, isMounted } = usePart(alone, { isDistant, otherwise: onDemand && !isFound ? 'near' : 'queued' });
  return (
    <div {...box}>
      {isMounted
        ? blocks.map((block, index) => (
            <BlockView key={index} block={block} isGrowing={isGrowing && index === blocks.length - 1} />
          ))
        : null}
    </div>
  );
});

/** @param nextToEnd how many of its groups are next to the end of the answer */
const ChapterView = memo(function ChapterView(props: PartProps & { groups: Chapter; nextToEnd: number }) {
  const { groups, isGrowing, onDemand, nextToEnd } = props;
  const isFound = useIsFound(groups);
  const isDistant = nextToEnd === 0;
  const { box, isMounted } = usePart(groups, { isDistant, otherwise: onDemand && !isFound ? 'near' : 'now' });
  return (
    <div {...box}>
      {isMounted
        ? groups.map((blocks, index) => (
            <GroupView
              key={index}
              blocks={blocks}
              isGrowing={isGrowing && index === groups.length - 1}
              isDistant={index < groups.length - nextToEnd}
              onDemand={onDemand}
            />
          ))
        : null}
    </div>
  );
});

/** The blocks of a text, of which each frame reads a part. */
function useBlocks(text: string, isGrowing: boolean): Blocks {
  const [splitBlocks] = useState(createBlockSplitter);
  const [frame, nextFrame] = useReducer((count: number) => count + 1, 0);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each frame reads on
  const blocks = useMemo(() => splitBlocks(text, isGrowing), [splitBlocks, text, isGrowing, frame]);
  useEffect(() => {
    if (blocks.isComplete) return;
    const request = requestAnimationFrame(nextFrame);
    return () => cancelAnimationFrame(request);
  }, [blocks]);
  return blocks;
}

/**
 * CH-10, CH-12: the Markdown of an answer. Raw HTML never runs; finished blocks are not parsed again while the last one
 * grows.
 */
export function Markdown({ text, isGrowing = false }: { text: string; isGrowing?: boolean }) {
  const [chaptersOf] = useState(createChapters);
  const { blocks, notes, isComplete } = useBlocks(text, isGrowing);
  const chapters = chaptersOf(blocks);
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
        {chapters.map((groups, index) => (
          <ChapterView
            key={index}
            groups={groups}
            isGrowing={isGrowing && index === chapters.length - 1}
            onDemand={chapters.length > MAX_MOUNTED}
            // While a finished text is read, its end is not known.
            nextToEnd={isGrowing || isComplete ? nextToEnd(chapters, index) : 0}
          />
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
