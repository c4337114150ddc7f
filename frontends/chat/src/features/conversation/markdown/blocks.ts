import { Lexer } from 'marked';

/**
 * Splits Markdown into blocks that render independently, so that only the last block of a growing answer is parsed
 * again. Text with reference definitions stays whole, because they apply to all blocks.
 * @returns a function for the successive states of one text, which reads again only what may have changed
 */
export function createBlockSplitter(): (text: string) => string[] {
  let known = { text: '', blocks: [] as string[], lastAt: 0 };
  return (text) => {
    const from = text.startsWith(known.text) ? known.lastAt : 0;
    const blocks = from > 0 ? known.blocks.slice(0, -1) : [];
    let at = from;
    let lastAt = from;
    // Block tokens only: the text inside of them is parsed when the block is rendered.
    for (const { type, raw } of new Lexer({ gfm: true }).blockTokens(text.slice(from))) {
      if (type === 'def') {
        known = { text, blocks: [text], lastAt: 0 };
        return known.blocks;
      }
      if (type !== 'space') {
        blocks.push(raw);
        lastAt = at;
      }
      at += raw.length;
    }
    known = { text, blocks, lastAt };
    return blocks;
  };
}
