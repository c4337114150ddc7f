import { DOLLARS, type Block, type CodeBlock, type Inline, type Table, type TableRow } from './nodes';
import { printInline, type InlineStyle } from './print-inline';

/** The lines of a block without the prefixes of its containers. */
export function printBlock(block: Block, style: InlineStyle): string {
  switch (block.type) {
    case 'paragraph':
      return (block.checked === undefined ? '' : checkMark(block)) + printInline(block.children, style).trimStart();
    case 'heading': {
      const text = printInline(block.children, style).trimStart();
      if (block.underline !== undefined && block.depth <= 2 && text !== '') return `${text}\n${underlineOf(block)}`;
      const line = text.replaceAll('\n', ' ');
      return `${'#'.repeat(block.depth)}${line && (block.gap ?? ' ')}${line}${block.closing ?? ''}`;
    }
    case 'code':
      return printCode(block.fence === DOLLARS ? formulaFenced(block) : block);
    case 'table':
      return printTable(block, style);
    case 'rule':
      return block.marker;
    case 'raw':
      return block.children[0].text;
  }
}

function printCode({ fence: written, info, closing, children: [{ text }] }: CodeBlock): string {
  const fence = fenceFor(text, written);
  const last = fence === written ? closing : closing && fence;
  return [fence + info, text, ...(last === undefined ? [] : [last])].join('\n');
}

/** Lines that end a paragraph, and so a formula between dollar signs, or that make it another block. */
const ENDS_FORMULA =
  /^[ \t]*$|^ {0,3}(?:\$\$|>|[-+*](?:\s|$)|\d+[.)]\s|#{1,6}\s|=+\s*$|-[- \t]*$|\*[* \t]*$|`{3}|~{3}|\||:?-+:?[ \t]*(?:\||$)|<[a-z!?/]|\[)/im;

/** A formula that dollar signs cannot hold has a fence of backticks. */
const formulaFenced = (block: CodeBlock): CodeBlock =>
  ENDS_FORMULA.test(block.children[0].text) ? { ...block, fence: '```', info: 'math', closing: '```' } : block;

function checkMark({ checked, checkMark: written = '[ ] ' }: { checked?: boolean; checkMark?: string }): string {
  const isChecked = !written.startsWith('[ ]') && !written.startsWith('[\t]');
  return isChecked === checked ? written : (checked ? '[x]' : '[ ]') + (written.slice(3) || ' ');
}

/** The underline of a setext heading decides its depth. */
function underlineOf({ depth, underline = '' }: { depth: number; underline?: string }): string {
  const sign = depth === 1 ? '=' : '-';
  return underline.includes(sign) ? underline : sign.repeat(Math.max(3, underline.trim().length));
}

/** A fence that is longer than every run of its character at the start of a line of the code. */
export function fenceFor(code: string, fence: string): string {
  const sign = fence[0]!;
  const runs = code.match(new RegExp(`^ {0,3}\\${sign}{3,}`, 'gm')) ?? [];
  const longest = Math.max(0, ...runs.map((run) => run.trim().length));
  return longest >= fence.length ? sign.repeat(longest + 1) : fence;
}

function printTable(table: Table, style: InlineStyle): string {
  const [header, ...rows] = table.children;
  const width = header!.children.length;
  return [
    printRow(header!, style),
    delimitersFor(table.delimiters, width),
    ...rows.map((row) => printRow(row, style)),
  ].join('\n');
}

const printRow = (row: TableRow, style: InlineStyle) =>
  `| ${row.children.map(({ children }) => printCell(children, style)).join(' | ')} |`;

/** A cell has one line, and its pipes are escaped. */
export const printCell = (children: readonly Inline[], style: InlineStyle): string =>
  printInline(children, style)
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/\\?\|/g, '\\|');

/** The delimiter row as written while the number of columns is the same. */
export function delimitersFor(written: string, columns: number): string {
  const cells = written.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
  if (cells.length === columns) return written;
  const kept = Array.from({ length: columns }, (_, index) => cells[index]?.trim() ?? '---');
  return `| ${kept.join(' | ')} |`;
}
