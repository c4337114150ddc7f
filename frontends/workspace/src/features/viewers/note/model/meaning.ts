import type { Block, Container, Inline, NoteText } from './nodes';
import { isText } from './nodes';
import { movedSpaces } from './print-inline';

/** What a block says, without how its Markdown is written; equal strings mean the same. */
export function meaningOf(block: Block): string {
  return JSON.stringify([block.type, block.containers?.map(containerMeaning) ?? [], contentOf(block)]);
}

const containerMeaning = (container: Container) =>
  container.kind === 'item' ? ['item', container.ordered] : [container.kind];

function contentOf(block: Block): unknown {
  switch (block.type) {
    case 'paragraph':
      return [block.checked ?? null, inlineMeaning(block.children)];
    case 'heading':
      return [block.depth, inlineMeaning(block.children)];
    case 'code':
      return [block.info.trim(), block.children[0].text];
    case 'table':
      return block.children.map(({ children }) => children.map((cell) => inlineMeaning(cell.children)));
    case 'rule':
      return null;
    case 'raw':
      return block.children[0].text.trim();
  }
}

type Part = readonly [marks: string, text: string] | readonly [type: string, ...values: unknown[]];

function inlineMeaning(nodes: readonly Inline[]): readonly Part[] {
  const parts: Part[] = [];
  const add = (marks: string, text: string) => {
    const last = parts.at(-1);
    if (last?.[0] === marks) parts[parts.length - 1] = [marks, `${last[1] as string}${text}`];
    else parts.push([marks, text]);
  };
  for (const node of movedSpaces(nodes)) {
    if (isText(node)) {
      if (node.text !== '') add(marksMeaning(node), node.text);
    } else if (node.type === 'link' && node.tail === '')
      add('text', node.children.map((child) => (isText(child) ? child.text : '')).join(''));
    else if (node.type === 'link') parts.push(['link', node.url, node.tail, inlineMeaning(node.children)]);
    else if (node.type === 'image') parts.push(['image', node.url, node.alt, node.tail]);
    else if (node.type === 'citation') parts.push(['citation', node.id]);
    else parts.push(['mention', node.value]);
  }
  return trim(parts);
}

/** White space at the edges of a block and around line breaks means nothing in Markdown. */
function trim(parts: readonly Part[]): readonly Part[] {
  const trimmed = parts.map((part) =>
    part[0].startsWith('text') ? ([part[0], String(part[1]).replaceAll(/[ \t]*\n[ \t]*/g, '\n')] as const) : part,
  );
  const first = trimmed[0];
  if (first?.[0].startsWith('text')) trimmed[0] = [first[0], String(first[1]).trimStart()];
  const last = trimmed.at(-1);
  if (last?.[0].startsWith('text')) trimmed[trimmed.length - 1] = [last[0], String(last[1]).trimEnd()];
  return trimmed.filter(([kind, text]) => !(kind.startsWith('text') && text === ''));
}

function marksMeaning({ bold, italic, strike, highlight, code, math, raw }: NoteText): string {
  const marks = { bold, italic, strike, highlight, code, math, raw };
  const names = Object.entries(marks).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return ['text', ...names].join(' ');
}
