import { isText, type Block, type Inline } from './nodes';

/** A paragraph without the breaks at its end, which wait for text behind them: Markdown cannot say them. */
export function withoutBreaks<Part extends Omit<Block, 'sid' | 'containers'>>(block: Part): Part {
  const last = block.children.at(-1) as Inline | undefined;
  if (block.type !== 'paragraph' || !last || !isText(last) || !last.text.endsWith('\n')) return block;
  return { ...block, children: [...block.children.slice(0, -1), { ...last, text: last.text.replace(/\n+$/, '') }] };
}
