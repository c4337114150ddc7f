import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code } from '@connectrpc/connect';
import type { FindResponse } from '@zo/proto/agent/v1';
import { Agent, w } from './agent.js';
import { finding, paths } from './finding.js';

let agent: Agent;
const { at, put, find, finds, whole } = finding(() => agent);
const marked = ({ files: [file] }: FindResponse) =>
  file!.lines.map(({ text, marks }) => marks.map(({ start, end }) => text.slice(start, end)));

beforeAll(async () => {
  agent = await Agent.start();
  await whole();
});
afterAll(() => agent.stop());

describe('search for names and contents', () => {
  it('FT-14 finds words in files, with their line and the ranges of the words', async () => {
    put('# Trip\n\nThe Kyoto budget is for two.\nNothing here.\nKyoto again, and a budget.\n', 'Notes', 'Trip.md');
    const response = await finds('kyoto budg', ({ files }) => files[0]?.lines.length === 2);
    expect(response.files[0]).toMatchObject({
      exact: true,
      directory: false,
      lines: [
        { line: 3, text: 'The Kyoto budget is for two.' },
        { line: 5, text: 'Kyoto again, and a budget.' },
      ],
    });
    expect(marked(response)[0]).toEqual(['Kyoto budg']);
  });

  it('FT-14 finds files and folders by their names, with the matched part', async () => {
    put('', 'Holidays', 'Packing list.txt');
    const response = await finds('pack', (found) => paths(found).includes('Holidays/Packing list.txt'));
    const file = response.files.find(({ path }) => path!.segments.at(-1) === 'Packing list.txt')!;
    expect(file.nameMarks.map(({ start, end }) => [start, end])).toEqual([[0, 4]]);
    const folder = await finds('holid', (found) => found.files.length > 0);
    expect(folder.files[0]).toMatchObject({ directory: true, path: { segments: ['Holidays'] } });
  });

  it('counts all names that match and fills the answer with them where no content does', async () => {
    for (let n = 0; n < 12; n++) put(`${n}`, 'Scans', `scan ${n}.dat`);
    const all = await finds('scan', ({ total, incomplete }) => total >= 13 && !incomplete, { limit: 30 });
    expect([all.total, all.files.length]).toEqual([13, 13]);
    const few = await find('scan', { limit: 4 });
    expect([few.total, few.files.length]).toEqual([13, 4]);
    const exact = await find('scan', { limit: 4, caseSensitive: true });
    expect([exact.total, exact.files.length]).toEqual([12, 4]);
  });

  it('counts a file once that has the words in its name and in its content', async () => {
    for (let n = 0; n < 12; n++) put(`The jerboa ${n} eats.`, 'Both', `jerboa ${n}.md`);
    const all = await finds(
      'jerboa',
      ({ total, files }) => total === 12 && files.every(({ lines }) => lines.length > 0),
      {
        limit: 30,
      },
    );
    expect(all.files).toHaveLength(12);
    expect((await find('jerboa', { limit: 4 })).total).toBe(12);
  });

  it('finds Chinese and Japanese without spaces, and single signs', async () => {
    put('今日の天気は晴れです。\n契約書を送る', 'Notes', 'weather.md');
    for (const [query, mark] of [
      ['天気', '天気'],
      ['の天気は', 'の天気は'],
      ['契', '契'],
    ] as const) {
      const response = await finds(query, (found) => paths(found).includes('Notes/weather.md'));
      expect(marked(response)[0]!.join('')).toContain(mark[0]!);
    }
    expect(paths(await find('気天'))).toEqual([]);
  });

  it('finds words of text in UTF-16, with and without a mark', async () => {
    const text = 'An ocelot in the bath.\r\nПривет из Омска\r\n';
    put(Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'old', 'marked.txt');
    put(Buffer.from(text, 'utf16le'), 'old', 'unmarked.txt');
    for (const [query, line] of [
      ['ocelot', 1],
      ['омск', 2],
    ] as const) {
      const { files } = await finds(query, (found) => found.files.length === 2);
      expect(files.map(({ lines }) => lines[0]!.line)).toEqual([line, line]);
    }
  });

  it('finds parts of words, accents without accents, camelCase and snake_case', async () => {
    put('const remainingBudget = snake_case_name;\nCafé Zürich, xylophonists', 'code', 'fit.ts');
    await finds('budget', (found) => paths(found).includes('code/fit.ts'));
    for (const query of ['remaining', 'case', 'cafe zurich', 'ylophon', 'gBudg'])
      await finds(query, (found) => paths(found).join() === 'code/fit.ts');
  });

  it('keeps quoted words together and leaves out words with a minus', async () => {
    put('red apple', 'fruit', 'one.txt');
    put('apple, not red; green pear', 'fruit', 'two.txt');
    await finds('apple', (found) => found.files.length === 2);
    for (const query of ['"red apple"', 'apple -pear'])
      await finds(query, (found) => paths(found).join() === 'fruit/one.txt');
  });

  it('narrows to a folder, to extensions and to a time', async () => {
    put('quokka', 'a', 'one.md');
    put('quokka', 'ab', 'two.txt');
    await finds('quokka', (found) => found.files.length === 2);
    expect(paths(await find('quokka', { path: w('a') }))).toEqual(['a/one.md']);
    expect(paths(await find('quokka', { extensions: ['txt'] }))).toEqual(['ab/two.txt']);
    expect(paths(await find('quokka', { sinceMs: Date.now() + 60_000 }))).toEqual([]);
    expect((await find('quokka', { limit: 1 })).files).toHaveLength(1);
  });
});

describe('changes', () => {
  it('LS-01 follows writes, moves and deletions of files and folders', async () => {
    put('aardvark', 'zoo', 'deep', 'one.md');
    await finds('aardvark', (found) => paths(found)[0] === 'zoo/deep/one.md');
    fs.renameSync(at('zoo'), at('park'));
    await finds('aardvark', (found) => paths(found)[0] === 'park/deep/one.md');
    put('badger', 'park', 'deep', 'one.md');
    await finds('aardvark', (found) => found.files.length === 0);
    await finds('badger', (found) => paths(found)[0] === 'park/deep/one.md');
    fs.rmSync(at('park'), { recursive: true });
    await finds('badger', (found) => found.files.length === 0 && found.total === 0);
  });

  it('a snippet is the file as it is now, and what is gone is not shown', async () => {
    put('first walrus', 'now.md');
    await finds('walrus', (found) => paths(found).includes('now.md'));
    // Without waiting for the index: the answer is made from the file.
    put('second line\nsecond walrus', 'now.md');
    const [file] = (await find('walrus')).files;
    expect(file!.lines.map(({ line, text }) => [line, text])).toEqual([[2, 'second walrus']]);
    fs.rmSync(at('now.md'));
    expect(paths(await find('walrus'))).toEqual([]);
  });

  it('LS-01 the index is equal to the files after many changes of any order', async () => {
    const words = Array.from({ length: 6 }, (_, index) => `unicorn${'abcdef'[index]}`);
    let seed = 7;
    const random = (max: number) => (seed = (seed * 16_807) % 2_147_483_647) % max;
    for (let step = 0; step < 400; step++) {
      const from = at('mix', String(random(4)));
      const to = at('mix', String(random(4)));
      const kind = random(20);
      if (kind < 13) put(words[random(6)]!, 'mix', String(random(4)), `${random(12)}.md`);
      else if (kind < 15) fs.rmSync(join(from, `${random(12)}.md`), { force: true });
      else if (kind < 19) {
        const [file] = fs.existsSync(from) ? fs.readdirSync(from) : [];
        if (file && fs.existsSync(to)) fs.renameSync(join(from, file), join(to, `${random(12)}.md`));
      } else if (fs.existsSync(from) && !fs.existsSync(to)) fs.renameSync(from, to);
      else fs.rmSync(from, { recursive: true, force: true });
      if (step % 20 === 0) await find('unicorn');
    }
    const all = fs.readdirSync(at('mix'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    expect(all.length).toBeGreaterThan(5);
    const expected = (word: string) => all.filter((name) => fs.readFileSync(at('mix', name), 'utf8') === word);
    for (const word of words) {
      const files = expected(word)
        .map((name) => `mix/${name}`)
        .toSorted()
        .join();
      await finds(`"${word}"`, (found) => paths(found).toSorted().join() === files && !found.incomplete, {
        limit: 100,
      });
    }
  });

  it('what changed while the computer slept is found', async () => {
    put('narwhal', 'sleep', 'old.md');
    put('narwhal', 'sleep', 'kept.md');
    await finds('narwhal', (found) => found.files.length === 2);
    await agent.kill();
    fs.rmSync(at('sleep', 'old.md'));
    put('pangolin', 'sleep', 'new.md');
    agent = await Agent.start({ home: agent.home });
    await whole();
    expect(paths(await find('narwhal'))).toEqual(['sleep/kept.md']);
    expect(paths(await find('pangolin'))).toEqual(['sleep/new.md']);
  });
});

describe('hostile files, names and queries', () => {
  it('PC-03 names with quotes, line breaks and signs of SQL, and binary, huge and strange files do no harm', async () => {
    const name = `it's "a" * -name\n';DROP TABLE file;--.md`;
    put('gharial', name);
    put(Buffer.concat([Buffer.from('gharial'), Buffer.alloc(64)]), 'binary.md');
    put(`gharial\n${'x'.repeat(3 * 1024 * 1024)}\ntailword`, 'huge.md');
    put(Buffer.from('gharial \xff\xfe latin', 'latin1'), 'latin.md');
    put('', 'empty.md');
    execFileSync('mkfifo', [at('pipe.md')]);
    fs.symlinkSync('/etc/passwd', at('passwd.md'));
    const response = await finds('gharial', (found) => found.files.length === 3);
    expect(paths(response).toSorted()).toEqual([name, 'huge.md', 'latin.md'].toSorted());
    expect(paths(await find('root:'))).toEqual([]);
    // Beyond the first MiB only reading the files finds it.
    expect(paths(await find('tailword'))).toEqual(['huge.md']);
  });

  it('leaves out folders of programs, hidden files and the trash', async () => {
    put('{}', 'app', 'package.json');
    for (const folder of ['node_modules', 'dist', '.git']) put('springbok', 'app', folder, 'x.js');
    put('springbok', 'Trash', 'x.md');
    put('springbok', '.env');
    put('springbok', 'app', 'src', 'dist', 'x.js');
    await finds('springbok', (found) => found.files.length > 0);
    expect(paths(await find('springbok'))).toEqual(['app/src/dist/x.js']);
  });

  it.each(['"', '""', '*', 'NEAR(', 'a AND', 'name:', '-', '^', '()', '\u0000', '(((', '\ud800', "'; DROP"])(
    'PC-03 the query %j is text and never an expression',
    async (query) => {
      await expect(find(query)).resolves.toBeDefined();
    },
  );

  it('PC-03 refuses what is too long, and bounds what is asked for', async () => {
    await expect(find('x'.repeat(1_001))).rejects.toMatchObject({ code: Code.InvalidArgument });
    await expect(find('x', { extensions: Array.from({ length: 201 }, () => 'x') })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
    put(`${'numbat '.repeat(3_000)}\n`.repeat(20), 'long.md');
    const { files } = await finds('numbat', (found) => found.files.length > 0, { lines: 1_000, limit: 100_000 });
    expect(files[0]!.lines).toHaveLength(5);
    for (const { text, marks } of files[0]!.lines) {
      expect(text.length).toBeLessThanOrEqual(250);
      expect(marks.length).toBeLessThanOrEqual(20);
    }
  });
});
