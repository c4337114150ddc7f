import { describe, expect, it } from '@jest/globals';
import type { Block, Paragraph } from './nodes';
import { parseNote } from './parse';
import { printNote } from './print-note';

type Edit = (blocks: Block[]) => readonly Block[];

const edited = (text: string, edit: Edit) => {
  const doc = parseNote(text);
  return printNote(doc, edit([...doc.blocks]));
};
const paragraph = (text: string): Paragraph => ({ type: 'paragraph', children: [{ text }] });
const added =
  (index: number, text = 'new'): Edit =>
  (blocks) =>
    blocks.toSpliced(index, 0, paragraph(text));
const removed =
  (index: number): Edit =>
  (blocks) =>
    blocks.toSpliced(index, 1);
const retyped =
  (text: string): Edit =>
  ([first]) => [{ ...first, children: [{ text }] } as Block];
/** Another item of the list of the first block. */
const item = (blocks: readonly Block[]): Block => ({
  ...paragraph('new'),
  containers: [{ ...blocks[0]!.containers![0]!, id: -1 }],
});

describe('printing an edited note', () => {
  it.each<[string, string, Edit, string]>([
    ['a block between others', 'a\n\nb\n', added(1), 'a\n\nnew\n\nb\n'],
    ['a block at the end', 'a\n\nb\n', added(2), 'a\n\nb\n\nnew\n'],
    ['a block after a file without a final line end', 'a', added(1), 'a\n\nnew'],
    ['a block in an empty file', '', added(0), 'new\n'],
    ['a block at the start', 'a\n', added(0), 'new\n\na\n'],
    ['a block with the line ends of the file', 'a\r\n\r\nb\r\n', added(1), 'a\r\n\r\nnew\r\n\r\nb\r\n'],
    ['a block after front matter', '---\na: 1\n---\n', added(0), '---\na: 1\n---\n\nnew\n'],
    ['an item of a tight list', '- a\n- b\n', (blocks) => blocks.toSpliced(1, 0, item(blocks)), '- a\n- new\n- b\n'],
    ['an item at the end of a list', '- a\n\nb\n', (all) => all.toSpliced(1, 0, item(all)), '- a\n- new\n\nb\n'],
    ['an item of a loose list', '- a\n\n- b\n', (all) => all.toSpliced(1, 0, item(all)), '- a\n\n- new\n- b\n'],
    ['an item at the end', '* a\n', (blocks) => [...blocks, item(blocks)], '* a\n* new\n'],
  ])('adds %s', (_name, text, edit, expected) => {
    expect(edited(text, edit)).toBe(expected);
  });

  it.each<[string, string, Edit, string]>([
    ['the first block', 'a\n\nb\n', removed(0), 'b\n'],
    ['the last block', 'a\n\nb\n', removed(1), 'a\n'],
    ['the last block without a final line end', 'a\n\nb', removed(1), 'a'],
    ['an item', '- a\n- b\n- c\n', removed(1), '- a\n- c\n'],
    ['the block that opens a quote', '> a\n>\n> b\n', removed(0), '> b\n'],
    ['the block that opens an item', '- a\n\n  b\n- c\n', removed(0), '- b\n- c\n'],
  ])('removes %s', (_name, text, edit, expected) => {
    expect(edited(text, edit)).toBe(expected);
  });

  it.each<[string, string, Edit, string]>([
    ['a heading sign', 'a\n', retyped('# x'), '\\# x\n'],
    ['list markers', 'a\n', retyped('1. x\n- y'), '1\\. x\n\\- y\n'],
    ['a fence within code', '```js\nx\n```\n', retyped('a\n```\nb'), '````js\na\n```\nb\n````\n'],
    ['emphasis signs', 'a\n', retyped('2 * 3 * 4 and *x*'), '2 \\* 3 \\* 4 and \\*x\\*\n'],
    ['an HTML tag', 'a\n', retyped('x <b> y'), 'x \\<b> y\n'],
  ])('keeps the meaning of typed text: %s', (_name, text, edit, expected) => {
    expect(edited(text, edit)).toBe(expected);
  });

  it('ED-02 ticks checklist items and changes nothing else of their lines', () => {
    const tick: Edit = (blocks) =>
      blocks.map((block) => ({ ...block, checked: !(block as Paragraph).checked }) as Block);
    expect(edited('- [ ]  a\n- [X] b\n', tick)).toBe('- [x]  a\n- [ ] b\n');
  });

  it('ED-02 a changed cell of a table keeps the rest of its row as written', () => {
    const change: Edit = ([block]) => {
      if (block?.type !== 'table') throw new Error('no table');
      const [header, row] = block.children;
      const cells = row!.children.with(1, { type: 'cell', children: [{ text: 'x|y' }] });
      return [{ ...block, children: [header!, { ...row!, children: cells }] }];
    };
    expect(edited('|a   | b |\n|--|:-:|\n| 1 |2|\n', change)).toBe('|a   | b |\n|--|:-:|\n| 1 |x\\|y|\n');
  });

  it('a heading keeps its form, and takes another where its depth needs it', () => {
    const depth =
      (value: number): Edit =>
      ([first]) => [{ ...first, depth: value } as Block];
    expect(edited('Title\n=====\n', depth(2))).toBe('Title\n-----\n');
    expect(edited('Title\n=====\n', depth(3))).toBe('### Title\n');
    expect(edited('#  T ##\n', depth(3))).toBe('###  T ##\n');
  });

  it('marks take no spaces at their edges, and keep the delimiters of the file', () => {
    const text =
      (children: Paragraph['children']): Edit =>
      ([first]) => [{ ...first, children } as Block];
    expect(edited('a b c\n', text([{ text: 'a' }, { text: ' b ', bold: '**' }, { text: 'c' }]))).toBe('a **b** c\n');
    expect(edited('ab\n', text([{ text: 'a' }, { text: 'b', italic: '_' }]))).toBe('a*b*\n');
    expect(edited('_a_ b\n', text([{ text: 'a', italic: '_' }, { text: ' bc' }]))).toBe('_a_ bc\n');
    expect(
      edited(
        'x\n',
        text([
          { text: 'a', bold: '**' },
          { text: ' b', bold: '**', italic: '_' },
          { text: ' c', italic: '_' },
        ]),
      ),
    ).toBe('**a _b_** _c_\n');
  });
});

describe('ED-02 a formula between lines of dollar signs', () => {
  const [blocks, formula] = [(text: string) => parseNote(text).blocks, { type: 'code', fence: '$$' }];

  it.each([
    ['alone', '$$\nE = mc^2\n$$\n', 'E = mc^2'],
    ['of several lines', '$$ \n\\begin{aligned}\na &= b \\\\\n&= c\n\\end{aligned}\n$$\ntext\n', undefined],
    ['after a text and in a quote', 'text\n\n> $$\n> x\n> $$\n', 'x'],
  ])('is a block %s', (_where, text, content) => {
    const found = blocks(text).find(({ type }) => type === 'code');
    expect(found).toMatchObject(formula);
    if (content !== undefined) expect(found).toMatchObject({ children: [{ text: content }] });
    expect(edited(text, (all) => all)).toBe(text);
  });

  it.each(['$$\nnever closed\n', '$$\na\n\nb\n$$\n', 'costs $$\n5\n$$\n', '$$\n- a list\n$$\n'])(
    'is text in %j',
    (text) => {
      expect(blocks(text).filter(({ type }) => type === 'code')).toEqual([]);
    },
  );

  it('keeps its dollar signs when it is edited', () => {
    expect(edited('$$ \na\n$$\n', retyped('a + b'))).toBe('$$ \na + b\n$$\n');
  });

  it.each(['a\n\nb', '- b', 'a\n$$', 'a\n---', '> 0', 'a\n# b'])('gets a fence that can hold %j', (text) => {
    const printed = edited('$$\na\n$$\n', retyped(text));
    expect(printed).toBe(`\`\`\`math\n${text}\n\`\`\`\n`);
    expect(blocks(printed)).toHaveLength(1);
  });

  it.each(['a', 'a\n+b', '=c', '-b', '\\left| x \\right|\n\\{1\\}', '&= x \\\\'])('holds %j', (text) => {
    const printed = edited('$$\na\n$$\n', retyped(text));
    expect(printed).toBe(`$$\n${text}\n$$\n`);
    expect(blocks(printed)).toEqual([expect.objectContaining({ ...formula, children: [{ text }] })]);
  });
});
