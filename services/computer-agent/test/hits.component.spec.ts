import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code } from '@connectrpc/connect';
import { toBinary } from '@bufbuild/protobuf';
import { FindOrder, type FindHitsResponse, FindHitsResponseSchema, NotReplaceable } from '@zo/proto/agent/v1';
import { Agent, until, w } from './agent.js';
import { finding, paths } from './finding.js';

/** The time that a search has. */
const SEARCH_MS = 30_000;
let agent: Agent;
const { at, put, find, finds, whole } = finding(() => agent);

async function hitsOf(query: string, options: object = {}): Promise<FindHitsResponse[]> {
  const messages: FindHitsResponse[] = [];
  for await (const message of agent.files.findHits({ path: w(), query, ...options })) messages.push(message);
  return messages;
}
const shown = (messages: FindHitsResponse[]) =>
  messages.flatMap(({ path, hits }) =>
    hits.map(({ line, offset, found, replacement }) => [
      path!.segments.at(-1),
      line,
      Number(offset),
      found,
      replacement,
    ]),
  );

beforeAll(async () => {
  agent = await Agent.start();
  put('Budget budget budgets\nnothing\nbudget\n', 'a.txt');
  put('the BUDGET of café\n', 'deep', 'b.md');
  put('\ufeffbudget with a mark\n', 'mark.txt');
  put('budget in the trash', 'Trash', 'gone.txt');
  put(Buffer.from([...Buffer.from('budget caf'), 0xe9, 10]), 'latin.txt');
  put('x', 'Budget plan.txt');
  await whole();
  await finds('plan', (found) => paths(found).includes('Budget plan.txt'));
});
afterAll(() => agent.stop());

describe('a search with switches', () => {
  const found = async (query: string, options: object) => paths(await find(query, options)).toSorted();

  it('matches the case, whole words, and patterns, in contents and names', async () => {
    expect(await found('Budget', { caseSensitive: true })).toEqual(['Budget plan.txt', 'a.txt']);
    expect(await found('BUDGET', { caseSensitive: true })).toEqual(['deep/b.md']);
    expect(await found('budg', { wholeWord: true })).toEqual([]);
    expect(await found('caf.$', { regex: true })).toEqual(['deep/b.md']);
    expect(await found('budget', { wholeWord: true, extensions: ['md'] })).toEqual(['deep/b.md']);
    const [file] = (await find('^Bud(get)', { regex: true, caseSensitive: true })).files;
    expect(file!.lines[0]).toMatchObject({ line: 1, marks: [{ start: 0, end: 6 }] });
  });

  it('orders by name and by time', async () => {
    const order = async (by: FindOrder) => paths(await find('budget', { wholeWord: true, order: by, limit: 3 }));
    expect(await order(FindOrder.NAME)).toEqual(['a.txt', 'deep/b.md', 'Budget plan.txt']);
    put('budget', 'later', 'newest.txt');
    await finds('newest', (answer) => paths(answer).includes('later/newest.txt'));
    expect((await order(FindOrder.NEWEST))[0]).toBe('later/newest.txt');
  });

  it('says in a sentence why a pattern is not valid, and is not slowed down by a nested one', async () => {
    await expect(find('(a', { regex: true })).rejects.toMatchObject({
      code: Code.InvalidArgument,
      rawMessage: 'The pattern is not valid: unclosed group.',
    });
    put(`${'a'.repeat(200_000)}!`, 'long.txt');
    expect(paths(await find('(a+)+$', { regex: true }))).not.toContain('long.txt');
  });
});

describe('the places of a text', () => {
  it('are told with their bytes and their replacement, without what was deleted', async () => {
    const messages = await hitsOf('budget', { replacement: 'plan', wholeWord: true });
    expect(shown(messages)).toEqual([
      ['a.txt', 1, 0, 'Budget', 'plan'],
      ['a.txt', 1, 7, 'budget', 'plan'],
      ['a.txt', 3, 30, 'budget', 'plan'],
      ['b.md', 1, 4, 'BUDGET', 'plan'],
      ['newest.txt', 1, 0, 'budget', 'plan'],
      ['mark.txt', 1, 3, 'budget', 'plan'],
    ]);
    const latin = messages.find(({ path }) => path?.segments.at(-1) === 'latin.txt')!;
    expect(latin).toMatchObject({ hits: [], why: NotReplaceable.NOT_TEXT });
    expect(messages[0]!.version!.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(messages.at(-1)).toMatchObject({ more: false });
  });

  it('have the groups of a pattern filled in, also where it matches nothing in between', async () => {
    const options = { regex: true, caseSensitive: true, path: w('deep') };
    expect(shown(await hitsOf('(BUD)(GET) of (\\w+)', { ...options, replacement: '$3: $2${1}x' }))).toEqual([
      ['b.md', 1, 4, 'BUDGET of café', 'café: GETBUDx'],
    ]);
    expect(shown(await hitsOf('B*', { ...options, replacement: '[$0]' }))).toEqual([['b.md', 1, 4, 'B', '[B]']]);
    expect(shown(await hitsOf('BUDGET', { path: w('deep'), replacement: '$1' }))).toEqual([
      ['b.md', 1, 4, 'BUDGET', '$1'],
    ]);
  });

  it('are bounded, and the answer says that there are more', async () => {
    put('many\n'.repeat(10_050), 'bounds', 'many.txt');
    put('many\n', 'bounds', 'other.txt');
    await finds('other', (answer) => paths(answer).includes('bounds/other.txt'));
    const few = await hitsOf('many', { path: w('bounds'), limit: 5 });
    expect([shown(few).length, few.at(-1)!.more]).toEqual([5, true]);
    const all = await hitsOf('many', { path: w('bounds') });
    expect([shown(all).length, all.at(-1)!.more]).toEqual([10_000, true]);
    put(`${'wide '.repeat(2_000)}\n`.repeat(300), 'wide', 'wide.txt');
    await finds('wide', (answer) => paths(answer).includes('wide/wide.txt'));
    const wide = await hitsOf('(wide )+', { path: w('wide'), regex: true });
    expect(wide[0]).toMatchObject({ hits: [], why: NotReplaceable.TOO_LARGE });
  });

  it(
    'are told in the time of a search where one line has very many',
    async () => {
      put(`[${'{"name":"x","at":[1.25,2.5]},'.repeat(30_000)}{}]`, 'map', 'map.geojson');
      await finds('map', (answer) => paths(answer).includes('map/map.geojson'));
      // There is no time to read such a line from its beginning for each of its hits.
      const [file] = await hitsOf('"x"', { path: w('map') });
      expect(file).toMatchObject({ hits: [], why: NotReplaceable.TOO_LARGE });
      const few = await hitsOf('"x"', { path: w('map'), limit: 2 });
      expect(shown(few).map(([, , offset]) => offset)).toEqual([9, 38]);
      expect([few[0]!.hits[1]!.text.slice(0, 33), few[0]!.hits[1]!.mark]).toMatchObject([
        '[{"name":"x","at":[1.25,2.5]},{"n',
        { start: 38, end: 41 },
      ]);
      expect(few.at(-1)!.more).toBe(true);
    },
    SEARCH_MS,
  );

  it(
    'are told whatever stands in folders of programs, in older files and in files that are left out',
    async () => {
      for (let file = 0; file < 60; file++) put('needle\n'.repeat(200), 'shop', 'node_modules', `${file}.js`);
      put('needle\n'.repeat(10_050), 'shop', 'a-old.md');
      put(`needle ${'a'.repeat(1_200)}\n`.repeat(3_400), 'shop', 'b-large.txt');
      put(Buffer.from(`${'needle\n'.repeat(10_050)}\xe9`, 'latin1'), 'shop', 'c-latin.txt');
      put(`"needle"${'x'.repeat(5 * 1024 * 1024)}`, 'shop', 'd-line.json');
      put('the needle\n', 'shop', 'src', 'z.md');
      fs.utimesSync(at('shop', 'a-old.md'), 1_000, 1_000);
      await finds('needle', (answer) => paths(answer).includes('shop/src/z.md'));
      const names = (messages: FindHitsResponse[]) => messages.flatMap(({ path }) => path?.segments.at(-1) ?? []);
      // A file is noticed before the time that it was given afterwards.
      const recent = await until(
        () => hitsOf('needle', { path: w('shop'), sinceMs: 2_000_000 }),
        (messages) => !names(messages).includes('a-old.md'),
      );
      expect(names(recent)).toEqual(['b-large.txt', 'c-latin.txt', 'd-line.json', 'z.md']);
      expect(recent.map(({ why }) => why)).toEqual([
        NotReplaceable.TOO_LARGE,
        NotReplaceable.NOT_TEXT,
        NotReplaceable.TOO_LARGE,
        NotReplaceable.UNSPECIFIED,
        NotReplaceable.UNSPECIFIED,
      ]);
      const filled = { regex: true, replacement: '[$0]', sinceMs: 2_000_000, path: w('shop'), extensions: ['md'] };
      expect(shown(await hitsOf('n(ee)dle', filled))).toEqual([['z.md', 1, 4, 'needle', '[needle]']]);
      expect(shown(await hitsOf('x*', { ...filled, path: w('shop', 'src'), sinceMs: 0 }))).toEqual([]);
      const exact = await find('needle', { path: w('shop'), caseSensitive: true, sinceMs: 2_000_000 });
      expect(paths(exact).toSorted()).toEqual(
        ['b-large.txt', 'c-latin.txt', 'd-line.json', 'src/z.md'].map((n) => `shop/${n}`),
      );
      // Inside of words the index finds nothing, so the files are read.
      expect(paths(await find('eedl', { path: w('shop'), extensions: ['md'], sinceMs: 2_000_000 }))).toEqual([
        'shop/src/z.md',
      ]);
    },
    SEARCH_MS,
  );

  it('in files that are too large to be changed are told of by their names', async () => {
    const filling = `${'a'.repeat(99)}\n`.repeat(90_000);
    put(`${filling}pangolin\n`, 'large', '[1] {odd}!*', 'log.txt');
    put(filling, 'large', 'other.txt');
    put(`${filling}pangolin\n`, 'large', 'node_modules', 'bundle.js');
    put(`${filling}pangolin\n`, 'large', 'old.txt');
    fs.utimesSync(at('large', 'old.txt'), 1_000, 1_000);
    put('pangolin\n', 'large', 'small.txt');
    await finds('small', (answer) => paths(answer).includes('large/small.txt'));
    const recent = { path: w('large'), sinceMs: 2_000_000 };
    const named = (messages: FindHitsResponse[]) =>
      messages.flatMap(({ path, why }) => (path ? [[path.segments.slice(1).join('/'), why]] : []));
    const found = await until(
      async () => named(await hitsOf('PANGOLIN', recent)),
      (files) => !files.some(([name]) => name === 'old.txt'),
    );
    expect(found).toEqual([
      ['small.txt', NotReplaceable.UNSPECIFIED],
      ['[1] {odd}!*/log.txt', NotReplaceable.TOO_LARGE],
    ]);
    expect(named(await hitsOf('pangolin', { ...recent, extensions: ['md'] }))).toEqual([]);
  });

  it('in very many files take no more than one answer may have, paths included', async () => {
    const deep = ['notes', ...Array.from({ length: 4 }, () => 'a'.repeat(250))];
    for (let file = 0; file < 3_100; file++) put(`a word ${'and more of it '.repeat(15)}`, ...deep, `note ${file}.md`);
    await finds('note 3099', (answer) => paths(answer).length > 0);
    const messages = await hitsOf('a word', { path: w('notes') });
    const bytes = messages.reduce((sum, message) => sum + toBinary(FindHitsResponseSchema, message).length + 5, 0);
    expect(bytes).toBeLessThan(4 * 1024 * 1024);
    expect([shown(messages).length > 2_000, messages.at(-1)!.more]).toEqual([true, true]);
  });

  it('are not looked for with a text or a replacement of several lines, or a pattern that is not valid', async () => {
    for (const options of [
      { query: 'a\nb' },
      { query: '' },
      { query: 'a', replacement: 'b\nc' },
      { query: '[', regex: true },
    ])
      await expect(hitsOf(options.query, options)).rejects.toMatchObject({ code: Code.InvalidArgument });
  });
});
