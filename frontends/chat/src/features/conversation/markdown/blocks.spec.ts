import { describe, expect, it } from '@jest/globals';
import { createBlockSplitter } from './blocks';

type Splitter = ReturnType<typeof createBlockSplitter>;
function readAll(splitBlocks: Splitter, text: string, isGrowing = false): ReturnType<Splitter> {
  const result = splitBlocks(text, isGrowing);
  return result.isComplete ? result : readAll(splitBlocks, text, isGrowing);
}
const split = (text: string, isGrowing = false) => readAll(createBlockSplitter(), text, isGrowing);
const texts = (text: string) => split(text).blocks.map((block) => block.text);
const kinds = (text: string, isGrowing = false) => split(text, isGrowing).blocks.map(({ kind }) => kind);

/** Numbers of a fixed seed, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What makes blocks, so that random rows of it begin, end and interrupt each other. */
const SNIPPETS = [
  ['word ', 'a_b ', '\n', '\n', '\n\n', '\n\n', '- item\n', '1. one\n', '  more', '    deep', '> quote\n', '# Title\n'],
  [
    '---\n',
    '===\n',
    '```js\n',
    '```\n',
    '~~~\n',
    '`code`',
    '| a | b |\n',
    '|---|---|\n',
    '| 1 | 2 |\n',
    '[x]',
    '[x][y]',
  ],
  [
    '\n[x]: https://a.example\n',
    '[y]: b "t"\n',
    '[^1]',
    '\n[^1]: note\n',
    '[^2]: two\n',
    '$$',
    '$$\n',
    '\n$$\n',
    '\\[',
    '\\]\n',
  ],
  ['\n\\[\n', '\\(x\\)', '<div>\n', '</div>\n', '* * *\n', '\\', '\t', '😀', '\n\n\n', '**b**', '<!-- c -->'],
].flat();

describe('CH-10 blocks of an answer', () => {
  it('CH-10 splits at blank lines, but not inside code and lists', () => {
    expect(texts('a\n\nb')).toEqual(['a', 'b']);
    expect(texts('```js\na\n\nb\n```\nc')).toEqual(['a\n\nb', 'c']);
    expect(texts('1. a\n\n   more\n\n2. b\n\nend')).toEqual(['1. a\n\n   more\n\n2. b', 'end']);
  });

  it('CH-10 a growing text has the same blocks as the whole, whatever it holds', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 400; round++) {
      const text = Array.from({ length: 4 + random(36) }, () => SNIPPETS[random(SNIPPETS.length)]!).join('');
      const splitGrowing = createBlockSplitter();
      for (let end = 0; end < text.length; end += 1 + random(9)) {
        const part = text.slice(0, end);
        const { blocks, notes } = splitGrowing(part, true);
        const whole = split(part, true);
        expect({ part, blocks, notes: [...notes] }).toEqual({ part, blocks: whole.blocks, notes: [...whole.notes] });
      }
      expect(splitGrowing(text).blocks).toEqual(split(text).blocks);
    }
  });

  it('CH-10 settled blocks of a growing text stay the same objects', () => {
    const splitGrowing = createBlockSplitter();
    const before = splitGrowing('one\n\n```\ncode\n```\n\nthree\n\nfour\n\nfi', true).blocks;
    const after = splitGrowing('one\n\n```\ncode\n```\n\nthree\n\nfour\n\nfive\n\nsix', true).blocks;
    expect(after.slice(0, 3).every((block, index) => block === before[index])).toBe(true);
    expect(after.map(({ text }) => text)).toEqual(['one', 'code', 'three', 'four', 'five', 'six']);
  });

  it('CH-10 a formula with lines of its own is a block, whatever Markdown makes of them', () => {
    for (const [text, tex] of [
      ['so\n$$\na\n= b\n- c\n\n# d\n$$\nend', '$$\na\n= b\n- c\n\n# d\n$$'],
      ['so\n\\[ x_1 * y_2 * z \\]\nend', '\\[ x_1 * y_2 * z \\]'],
    ] as const)
      expect(split(text).blocks).toEqual([
        { kind: 'text', text: expect.stringMatching(/^so/) },
        { kind: 'tex', text: tex },
        { kind: 'text', text: 'end' },
      ]);
    expect(kinds('$$x$$ and $$y$$')).toEqual(['text']);
    expect(kinds('It costs $5 to $10')).toEqual(['text']);
    expect(kinds('```\n$$\nx\n$$\n```')).toEqual(['code']);
  });

  it('CH-10 a formula that is not closed yet is one while the answer grows, and text if it stays so', () => {
    expect(kinds('a\n\n$$\nx\n\n- y', true)).toEqual(['text', 'tex']);
    expect(kinds('a\n\n$$\nx\n\n- y')).toEqual(['text', 'text', 'text']);
    expect(kinds(`$$\n${'x\n\n'.repeat(10_000)}`, true)).not.toContain('tex');
  });

  it('CH-10 says whether a code block is closed', () => {
    const closed = (text: string) => split(text).blocks.map((block) => block.kind === 'code' && block.isClosed);
    expect(closed('```mermaid\ngraph TD\n```')).toEqual([true]);
    expect(closed('```mermaid\ngraph TD\n``')).toEqual([false]);
    expect(closed('````md\n```\n')).toEqual([false]);
    expect(closed('```mermaid')).toEqual([false]);
  });

  it('CH-12 takes footnotes out of the text, and targets of links to the blocks that use them', () => {
    const { blocks, notes } = split(
      'See[^1] and [x][A b].\n\nPlain.\n\n[^1]: First\n  line.\n[^2]: Second.\n\n[a B]: https://a.example',
    );
    expect(blocks.map(({ text }) => text)).toEqual(['See[^1] and [x][A b].\n\n[a B]: https://a.example', 'Plain.']);
    expect([...notes]).toEqual([
      ['1', 'First\nline.'],
      ['2', 'Second.'],
    ]);
  });

  it('CH-10 a long text is read in parts, which have the blocks of the whole', () => {
    const part =
      'A paragraph that goes\non.\n\n- and\n- items\n\n```js\nlet a = 1;\n\nlet b = 2;\n```\n\n$$\nx\n\ny\n$$\n\n';
    for (const isGrowing of [true, false]) {
      const splitBlocks = createBlockSplitter();
      const calls = [splitBlocks(part.repeat(2_000), isGrowing)];
      while (!calls.at(-1)!.isComplete) calls.push(splitBlocks(part.repeat(2_000), isGrowing));
      expect(calls.length).toBe(Math.ceil((part.length * 2_000) / (isGrowing ? 2_000 : 30_000)));
      expect(calls[0]!.blocks.length).toBeLessThan(5_000);
      const one = split(part, isGrowing).blocks;
      expect(calls.at(-1)!.blocks).toEqual(Array.from({ length: 2_000 }, () => one).flat());
    }
  });

  it('CH-10 splits a million characters in linear time', () => {
    const text = 'A paragraph with [a link][x] and $ signs.\n- and\n- items\n\n```js\nlet a = 1;\n```\n\n'.repeat(
      12_000,
    );
    const splitGrowing = createBlockSplitter();
    expect(readAll(splitGrowing, text.slice(0, -40), true).blocks.length).toBeGreaterThan(30_000);
    // Reading all of it again for each piece would take minutes.
    for (let at = 40; at > 0; at--) splitGrowing(text.slice(0, -at), true);
    expect(splitGrowing(text).blocks.at(-1)).toEqual({
      kind: 'code',
      text: 'let a = 1;',
      language: 'js',
      isClosed: true,
    });
  });
});
