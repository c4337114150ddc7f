import { memo, useDeferredValue, useEffect, useRef, useSyncExternalStore, type ReactElement } from 'react';
import { Node } from 'slate';
import { useSlateStatic, type RenderChunkProps } from 'slate-react';
import { leavesOf, windowOf, type BlockWindow, type Chunk } from '../editor/block-window';
import type { Block } from '../model/nodes';

/** The group that a rendered chunk shows: slate-react passes it to its own component only. */
const chunkOf = (children: ReactElement): Chunk => (children.props as { readonly ancestor: Chunk }).ancestor;

/** Blocks in groups; those far from the visible part are text that takes their place. */
export const renderChunk = ({ attributes, lowest, children }: RenderChunkProps) =>
  lowest ? (
    <WindowedChunk attributes={attributes}>{children as ReactElement}</WindowedChunk>
  ) : (
    <div {...attributes}>{children}</div>
  );

function WindowedChunk({
  attributes,
  children,
}: Pick<RenderChunkProps, 'attributes'> & { readonly children: ReactElement }) {
  const window = windowOf(useSlateStatic());
  const chunk = chunkOf(children);
  const box = useRef<HTMLDivElement>(null);
  const isLive = useSyncExternalStore(window.subscribe, () => window.isLive(chunk));
  // The text is for finding only: the blocks that are visible are rendered before it.
  const hasText = useDeferredValue(
    useSyncExternalStore(window.subscribe, () => window.hasText),
    false,
  );
  useEffect(() => window.observe(box.current!, chunk), [window, chunk]);
  return (
    <div
      {...attributes}
      ref={box}
      className="note-chunk"
      data-live={isLive || undefined}
      style={isLive ? undefined : { height: window.heightOf(chunk) ?? estimatedHeight(chunk, window) }}
    >
      {isLive ? children : hasText ? <PlainText chunk={chunk} /> : null}
    </div>
  );
}

/** Ends a block of plain text; no white space that is searched for can mean it. */
const BLOCK_END = '\u200b\n';

/**
 * Rendered once: what is edited is not plain text. It is one text, because React walks through all nodes before the
 * cursor at every change.
 */
const PlainText = memo(({ chunk }: { chunk: Chunk }) => (
  <div contentEditable={false} data-find="plain" className="whitespace-pre-wrap">
    {leavesOf(chunk)
      .map(({ node }) => Node.string(node))
      .join(BLOCK_END)}
  </div>
));

const LINE_PX = 26;
const LINE_LENGTH = 75;
const GAP_PX = 10;
const CODE_LINE_PX = 20;
/** With its two fences as lines. */
const CODE_HEAD_PX = 6;
const TABLE_LINE_PX = 39;

const estimatedHeight = (chunk: Chunk, window: BlockWindow): number =>
  leavesOf(chunk).reduce((sum, { node }) => {
    const block = node as unknown as Block;
    return sum + blockHeight(block, window.linesOf(block) ?? Node.string(node).split('\n'));
  }, 0);

function blockHeight({ type }: Block, lines: readonly string[]): number {
  if (type === 'table') return (lines.length - 1) * TABLE_LINE_PX + GAP_PX;
  if (type === 'code') return lines.length * CODE_LINE_PX + CODE_HEAD_PX + GAP_PX;
  const rows = lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / LINE_LENGTH)), 0);
  return rows * LINE_PX + (type === 'heading' ? 3 : 1) * GAP_PX;
}
