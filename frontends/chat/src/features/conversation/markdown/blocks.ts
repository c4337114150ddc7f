const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^ {0,3}([-*+]|\d{1,9}[.)])\s/;

/**
 * Splits Markdown into blocks that render independently, so that only the last block of a growing answer is parsed
 * again. Splits at blank lines outside code and lists; text with reference definitions stays whole, because they apply
 * to all blocks.
 */
export function splitBlocks(text: string): string[] {
  if (/^ {0,3}\[[^\]\n]+\]:/m.test(text)) return [text];
  const blocks: string[] = [];
  let current: string[] = [];
  let fence: string | undefined;
  let inList = false;
  const cut = () => {
    if (current.some((line) => line.trim() !== '')) blocks.push(current.join('\n'));
    current = [];
    inList = false;
  };
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      current.push(line);
      if (mark && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark) fence = undefined;
      continue;
    }
    if (line.trim() === '') {
      const next = lines.slice(index + 1).find((following) => following.trim() !== '');
      const goesOn = inList && next !== undefined && (/^\s/.test(next) || LIST_ITEM.test(next));
      if (goesOn || (next !== undefined && /^( {4}|\t)/.test(next))) current.push(line);
      else cut();
      continue;
    }
    if (mark) fence = mark;
    if (LIST_ITEM.test(line)) inList = true;
    current.push(line);
  }
  cut();
  return blocks;
}
