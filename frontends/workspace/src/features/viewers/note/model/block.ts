import { DOLLARS, type Block, type Container, type Inline, type NoteText, type RawBlock, type TableRow } from './nodes';
import { parseInline } from './parse-inline';
import { cellsOf } from './table-source';

/** The lines of a leaf block without the prefixes of its containers. */
export interface LeafLines {
  /** Name of its node in the syntax tree. */
  readonly type: string;
  readonly lines: readonly string[];
  readonly prefixes: readonly string[];
}

interface Base {
  readonly sid?: string;
  readonly containers?: readonly Container[];
}

const TASK = /^(\[[ xX]\])([ \t]*)/;
const HEADING = /^(#{1,6})(?:([ \t]+)(.*?))??([ \t]+#+[ \t]*|[ \t]*)$/;
/** A line of tags around an image, which Markdown takes for text unless a tag is alone in its first line. */
const IMAGE_TAGS = /^(?=[^\n]*<img\b)\s*(?:<\/?[a-z][a-z0-9-]*(?=[\s/>])(?:"[^"]*"|'[^']*'|[^"'<>])*>\s*)+$/i;
const RAW_KINDS: Readonly<Record<string, RawBlock['kind']>> = {
  HTMLBlock: 'html',
  CommentBlock: 'html',
  ProcessingInstructionBlock: 'html',
  LinkReference: 'definition',
  CodeBlock: 'indented',
};

/** The block of lines of the file. What has no own form in the editor is shown as its source. */
export function blockFromSource({ type, lines }: LeafLines, base: Base): Block {
  const text = lines.join('\n');
  switch (type) {
    case 'Paragraph':
      if (IMAGE_TAGS.test(text)) return raw(text, 'html', base);
      return withInline({ ...base, type: 'paragraph' }, text);
    case 'Empty':
      return { ...base, type: 'paragraph', children: [{ text: '' }] };
    case 'Task':
      return task(text, base);
    case 'HorizontalRule':
      return { ...base, type: 'rule', marker: text, children: [{ text: '' }] };
    case 'FencedCode':
      return fencedCode(lines, base);
    case 'FormulaBlock':
      return formula(lines, base);
    case 'Table':
      return table(lines, base);
    case 'SetextHeading1':
    case 'SetextHeading2': {
      const depth = type.endsWith('1') ? 1 : 2;
      return withInline({ ...base, type: 'heading', depth, underline: lines.at(-1)! }, lines.slice(0, -1).join('\n'));
    }
    default:
      return type.startsWith('ATXHeading') ? heading(text, base) : raw(text, RAW_KINDS[type] ?? 'other', base);
  }
}

/** Children that are read when they are first used: most blocks of a long note are never seen. */
function withLater<T, C>(block: T, read: () => C): T & { readonly children: C } {
  let children: C | undefined;
  return Object.defineProperty(block, 'children', {
    enumerable: true,
    configurable: true,
    get: () => (children ??= read()),
  }) as T & { readonly children: C };
}

const withInline = <T>(block: T, text: string): T & { readonly children: readonly Inline[] } =>
  withLater(block, () => parseInline(text));

const plain = (text: string): readonly [NoteText] => [{ text }];

const raw = (text: string, kind: RawBlock['kind'], base: Base): Block => ({
  ...base,
  type: 'raw',
  kind,
  children: plain(text),
});

function task(text: string, base: Base): Block {
  const [mark, checkMark, space] = TASK.exec(text)!;
  return withInline(
    { ...base, type: 'paragraph', checked: !checkMark!.includes(' '), checkMark: checkMark! + space! },
    text.slice(mark.length),
  );
}

function heading(text: string, base: Base): Block {
  const found = HEADING.exec(text);
  if (!found) return raw(text, 'other', base);
  const [, signs, space = '', content = '', closing = ''] = found;
  return withInline(
    {
      ...base,
      type: 'heading',
      depth: signs!.length as 1,
      ...(closing && { closing }),
      ...(space !== ' ' && space !== '' && { gap: space }),
    },
    content,
  );
}

function fencedCode(lines: readonly string[], base: Base): Block {
  const [, fence, info] = /^(`{3,}|~{3,})(.*)$/.exec(lines[0]!)!;
  const last = lines.at(-1)!;
  const isClosed = lines.length > 1 && new RegExp(`^ {0,3}${fence![0]}{${fence!.length},}[ \\t]*$`).test(last);
  return {
    ...base,
    type: 'code',
    fence: fence!,
    info: info!,
    ...(isClosed && { closing: last }),
    children: plain(lines.slice(1, isClosed ? -1 : undefined).join('\n')),
  };
}

const formula = (lines: readonly string[], base: Base): Block => ({
  ...base,
  type: 'code',
  fence: DOLLARS,
  info: lines[0]!.slice(DOLLARS.length),
  closing: lines.at(-1)!,
  children: plain(lines.slice(1, -1).join('\n')),
});

function table(lines: readonly string[], base: Base): Block {
  const rows = () =>
    [lines[0]!, ...lines.slice(2)].map((line, source): TableRow => ({
      type: 'row',
      source,
      children: cellsOf(line).map(({ from, to }) => ({
        type: 'cell',
        children: parseInline(line.slice(from, to).replaceAll('\\|', '|')),
      })),
    }));
  return withLater({ ...base, type: 'table', delimiters: lines[1]! }, rows);
}
