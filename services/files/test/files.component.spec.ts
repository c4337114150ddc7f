import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { eventually } from '@zo/testing';
import type { FindAnswer } from '../src/search/find.dto.js';
import { ADA, ada, call, closeScene, json, onDisk, openScene, put, service, status } from './scene.js';

beforeAll(() => openScene());
afterAll(closeScene);

describe('opening', () => {
  it('FT-01 read-fs of a folder lists its items with the fields of the specification', async () => {
    put('one', 'Open', 'a.txt');
    mkdirSync(onDisk('Open', 'sub'));
    const folder = await call('read-fs', { slug: ['Open'], root: 'w' });
    expect(folder).toMatchObject({ urlSlug: ['Open'], filePath: 'Open', isDir: true, kind: 'directory' });
    const item = folder['directoryContents'].find(({ name }: { name: string }) => name === 'a.txt');
    expect(item).toEqual({
      name: 'a.txt',
      isDirectory: false,
      size: 3,
      mtime: expect.any(Number),
      birthtime: expect.any(Number),
      isStaged: false,
    });
    expect(
      folder['directoryContents']
        .map(({ name, isDirectory }: { name: string; isDirectory: boolean }) => [name, isDirectory])
        .toSorted(),
    ).toEqual([
      ['a.txt', false],
      ['sub', true],
    ]);
  });

  it('FT-01 read-fs of a file returns its text, size, time and hash', async () => {
    put('# Hello', 'Open', 'note.md');
    expect(await call('read-fs', { slug: ['Open', 'note.md'], root: 'w' })).toMatchObject({
      isDir: false,
      fileContent: '# Hello',
      fileSize: 7,
      fileExtension: 'md',
      kind: 'markdown',
      isMarkdown: true,
      isImage: false,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("FV-02 a missing file returns the error 'File not found: {path}'", async () => {
    expect(await call('read-fs', { slug: ['Open', 'gone.md'], root: 'w' })).toMatchObject({
      error: 'File not found: Open/gone.md',
      urlSlug: ['Open', 'gone.md'],
    });
  });

  it.each([
    ['code.py', 'x = 1', 'textual', 'x = 1'],
    ['Makefile', 'all:', 'textual', 'all:'],
    ['data.bin', 'plain text all the same', 'binary', null],
    ['mystery', '\u0000\u0001', 'binary', null],
    ['mystery2', 'just words', 'textual', 'just words'],
    ['pic.png', 'x', 'image', null],
    ['clip.mp4', 'x', 'video', null],
    ['tune.flac', 'x', 'audio', null],
    ['table.sheet.json', '{}', 'sheet', '{}'],
    ['auto.zoroutine', '', 'routine', ''],
  ])('FV-03 %s gets its kind', async (name, text, kind, content) => {
    put(text, 'Kinds', name);
    expect(await call('read-fs', { slug: ['Kinds', name], root: 'w' })).toMatchObject({ kind, fileContent: content });
  });

  it('FT-16 absolute paths are accepted only below the two roots', async () => {
    put('z', 'Open', 'z.txt');
    expect(await call('read-z', { absolutePath: '/home/ada/workspace/Open/z.txt' })).toMatchObject({
      fileContent: 'z',
    });
    for (const absolutePath of [
      '/etc/passwd',
      '/home/ada/.ssh/id',
      '/home/ada/workspace/../.computer/x',
      '/home/ada/workspacex/a',
      '/home/bob/workspace/Open/z.txt',
      '/home/ad/workspace/Open/z.txt',
      'Open/z.txt',
    ]) {
      expect(await status('read-z', { absolutePath })).toEqual([
        404,
        'There is no preview of files outside your home.',
      ]);
    }
  });

  it('FT-03 the first entries are those that a listing shows first', async () => {
    for (const name of ['file 10', 'file 9', 'b/x', '.a']) put('1', 'First', ...name.split('/'));
    const first = async (query: string) => {
      const address = `/api/files/list?root=w&path=${encodeURIComponent('["First"]')}&first=${query}`;
      const text = await (await ada(address)).text();
      expect(text.match(/\n/g)).toHaveLength(1);
      return JSON.parse(text) as { names: string[]; dirs: number[]; more?: true };
    };
    expect(await first('3')).toMatchObject({ names: ['b', '.a', 'file 9'], dirs: [0], more: true });
    const whole = await first('4');
    expect(whole).toMatchObject({ names: ['b', '.a', 'file 9', 'file 10'], dirs: [0] });
    expect(whole.more).toBeUndefined();
    for (const wrong of ['0', '1001', '1.5', 'all', ''])
      expect([wrong, (await ada(`/api/files/list?root=w&path=[]&first=${wrong}`)).status]).toEqual([wrong, 400]);
  });

  it('FT-03 the columnar listing has the same entries', async () => {
    const columns = await json<{ names: string[]; dirs: number[]; sizes: number[] }>(
      ada(`/api/files/list?root=w&path=${encodeURIComponent('["Open"]')}`),
    );
    expect(columns.names).toHaveLength(columns.sizes.length);
    expect(columns.dirs.map((index) => columns.names[index])).toEqual(['sub']);
    expect((await ada('/api/files/list?path=%5B1')).status).toBe(400);
  });
});

describe('open-file data', () => {
  const open = (...slug: string[]) => call('read-fs', { slug });

  it('FT-01 has every field: tables of CSV and TSV, the config of a site, null for unused ones', async () => {
    put(`month,amount\n${'May,1\n'.repeat(3_000)}`, 'Data', 'sales.csv');
    put('a\tb\n1\t2\n', 'Data', 'sales.tsv');
    put('text', 'Data', 'a.txt');
    const { tableColumns, tableData } = await open('Data', 'sales.csv');
    expect([tableColumns, tableData.length, tableData[0]]).toEqual([['month', 'amount'], 1_000, ['May', '1']]);
    expect(await open('Data', 'sales.tsv')).toMatchObject({ tableColumns: ['a', 'b'], tableData: [['1', '2']] });
    const nothing = { tableColumns: null, tableData: null, sheets: null, zopageInfo: null, zoSiteConfig: null };
    for (const slug of [['Data', 'a.txt'], ['Data'], ['Data', 'none']])
      expect(await open(...slug)).toMatchObject(nothing);
  });

  it.each([
    ['an invalid port', '{"local_port":80,"publish":{"label":"a","type":"http","entrypoint":"x"}}'],
    ['no JSON', '{'],
    ['another type', '[]'],
    ['more than a config', JSON.stringify({ x: 'y'.repeat(100_000) })],
  ])('FT-01 a site config with %s is ignored, and the folder is shown', async (_what, text) => {
    put(text, 'Site', 'zosite.json');
    expect(await open('Site')).toMatchObject({ isDir: true, zoSiteConfig: null });
  });
});

describe('live events', () => {
  const opened: { terminate(): void }[] = [];
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.terminate();
  });
  async function listen(query = '') {
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/ws${query}`, {
      headers: { authorization: `Bearer ${await service.token(ADA)}` },
    });
    opened.push(socket);
    const messages: { type: string; seq: number; epoch: string; payload: Record<string, unknown> }[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data)) as never));
    await eventually(() => messages.some(({ type }) => type === 'hello' || type === 'resync'));
    return { socket, messages };
  }
  const about =
    (path: string) =>
    ({ payload }: { payload?: Record<string, unknown> }) =>
      payload?.['relativePath'] === path;

  it('LS-01 LS-03 changes made by the shell arrive as fs_event, in order, with the fields of the specification', async () => {
    const { socket, messages } = await listen();
    execFileSync('bash', ['-c', 'mkdir live && echo one > live/a.txt'], { cwd: onDisk() });
    await eventually(() => messages.find((message) => about('live/a.txt')(message)));
    execFileSync('bash', ['-c', 'echo two >> live/a.txt'], { cwd: onDisk() });
    await eventually(() =>
      messages.find((message) => about('live/a.txt')(message) && message.payload['eventType'] === 'modified'),
    );
    execFileSync('bash', ['-c', 'mv live/a.txt live/b.txt'], { cwd: onDisk() });
    const moved = await eventually(() => messages.find(({ payload }) => payload?.['eventType'] === 'moved'));
    expect(moved.payload).toMatchObject({ relativePath: 'live/a.txt', destPath: 'live/b.txt', root: 'w' });
    rmSync(onDisk('live', 'b.txt'));
    await eventually(() =>
      messages.find(({ payload }) => payload?.['eventType'] === 'deleted' && payload['relativePath'] === 'live/b.txt'),
    );
    const seqs = messages.filter(({ type }) => type === 'fs_event').map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    socket.close();
  });

  it('LS-03 D13 a reconnect receives exactly the missed events; an unknown epoch triggers a resync', async () => {
    const first = await listen();
    put('x', 'gap0.txt');
    const known = await eventually(() => first.messages.find(about('gap0.txt')));
    first.socket.terminate();
    for (const n of [1, 2, 3]) put('x', `gap${n}.txt`);
    const second = await listen(`?epoch=${known.epoch}&since=${known.seq}`);
    await eventually(() => [1, 2, 3].every((n) => second.messages.some(about(`gap${n}.txt`))));
    expect(second.messages.some(about('gap0.txt'))).toBe(false);
    expect(second.messages.slice(0, 2).map(({ type }) => type)).toEqual(['subscribed', 'hello']);
    second.socket.terminate();
    const third = await listen('?epoch=other&since=5');
    expect(third.messages.slice(0, 2).map(({ type }) => type)).toEqual(['subscribed', 'resync']);
    third.socket.terminate();
  });

  it('LS-03 of very many changes at once a browser is told some, and to read everything again', async () => {
    const { socket, messages } = await listen();
    const told = (part: string) =>
      messages.filter(({ payload }) => (payload?.['relativePath'] as string | undefined)?.startsWith(part)).length;
    // A folder that is moved in is found at once, however slowly its files were made.
    execFileSync('bash', ['-c', 'mkdir ../many && cd ../many && seq 12000 | xargs touch'], { cwd: onDisk() });
    renameSync(onDisk('..', 'many'), onDisk('many'));
    await eventually(() => messages.some(({ type }) => type === 'resync'));
    expect(told('many/')).toBeLessThan(12_000);
    // Later changes are told one by one again.
    await eventually(() => (put(crypto.randomUUID(), 'later.txt'), told('later.txt') > 0));
    socket.terminate();
  });

  it('LS-03 a new browser receives the changes since it began to read, and no earlier ones', async () => {
    const watching = await listen();
    const seen = (name: string) => eventually(() => watching.messages.find(about(name)));
    put('x', 'before.txt');
    await seen('before.txt');
    const begun = Date.now();
    // Event times have millisecond resolution.
    await eventually(() => Date.now() > begun + 1_500);
    put('x', 'meanwhile.txt');
    await seen('meanwhile.txt');
    const late = await listen(`?age=${Date.now() - begun}`);
    await eventually(() => late.messages.find(about('meanwhile.txt')));
    expect(late.messages.some(about('before.txt'))).toBe(false);
    // A connection lost right after its greeting can resume from it.
    const { epoch, seq } = late.messages.find(({ type }) => type === 'hello')!;
    const again = await listen(`?epoch=${epoch}&since=${seq}`);
    await eventually(() => again.messages.find(about('meanwhile.txt')));
    for (const { socket } of [watching, late, again]) socket.terminate();
  });

  it('LS-01 pings are answered, any other message closes the connection', async () => {
    const { socket, messages } = await listen();
    socket.send('{"type":"ping"}');
    await eventually(() => messages.some(({ type }) => type === 'pong'));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send('{"type":"fs_event","payload":{}}');
    expect(await closed).toBe(1008);
  });
});

describe('search', () => {
  it('FT-14 finds names and lines', async () => {
    put('the needle is here\nnot there', 'Find', 'Haystack notes.md');
    const names = await eventually(async () => {
      const { results } = await json<{ results: { path: string[] }[] }>(ada('/api/files/search?q=hay%20note'));
      return results.length > 0 && results;
    });
    expect(names[0]!.path).toEqual(['Find', 'Haystack notes.md']);
    const lines = await json<{ results: unknown[] }>(ada('/api/files/search?q=needle&kind=content'));
    expect(lines.results).toEqual([
      { root: 'w', path: ['Find', 'Haystack notes.md'], isDirectory: false, line: 1, text: 'the needle is here' },
    ]);
  });

  it('FT-14 finds names and contents at once, narrowed by folder, kind and date', async () => {
    put('Two quolls\nsleep in a tree', 'Zoo', 'quoll.md');
    put('a quoll', 'Zoo', 'deep', 'list.txt');
    const find = (query: string) => json<FindAnswer>(ada(`/api/files/search/everything?${query}`));
    const { results, total } = await eventually(async () => {
      const answer = await find('q=quoll');
      // A file that the computer knows by its name comes first.
      return answer.total === 2 && answer.results[0]?.path.at(-1) === 'quoll.md' && answer;
    });
    expect(total).toBe(2);
    expect(results[0]).toEqual({
      root: 'w',
      path: ['Zoo', 'quoll.md'],
      isDirectory: false,
      mtime: expect.any(Number),
      size: 26,
      nameMarks: [[0, 5]],
      lines: [{ line: 1, text: 'Two quolls', marks: [[4, 9]] }],
      isExact: false,
    });
    const names = async (query: string) => (await find(`q=quoll&${query}`)).results.map(({ path }) => path.at(-1));
    expect(await names(`root=w&path=${encodeURIComponent('["Zoo","deep"]')}`)).toEqual(['list.txt']);
    expect(await names('kinds=markdown')).toEqual(['quoll.md']);
    expect(await names(`since=${Date.now() + 60_000}`)).toEqual([]);
    expect(await names('limit=1')).toEqual(['quoll.md']);
  });

  it.each([
    'q=',
    'q=a&kinds=nonsense',
    'q=a&path=[',
    'q=a&path=[".."]',
    'q=a&limit=1000',
    'q=a&since=x',
    `q=${'x'.repeat(201)}`,
  ])('refuses the search %s', async (query) => {
    expect((await ada(`/api/files/search/everything?${query}`)).status).toBe(400);
  });
});
