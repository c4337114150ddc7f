import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, hostComputers, startTestComputer, startTestService, type TestComputer, type TestFetch, testPlatform, type TestPlatform, type TestService } from '@zo/shared/testing';
import { files } from '../src/service.js';

const ADA = crypto.randomUUID();
const BOB = crypto.randomUUID();
let test: TestPlatform;
let service: TestService;
let computers: Map<string, TestComputer>;
let ada: TestFetch;

const at = (...path: string[]) => ({ root: 'w', path });
const onDisk = (...path: string[]) => join(computers.get(ADA)!.home, 'workspace', ...path);
const put = (text: string, ...path: string[]) => {
  mkdirSync(join(onDisk(...path), '..'), { recursive: true });
  writeFileSync(onDisk(...path), text);
};
const json = async <T = Record<string, never>>(answer: Promise<Response>) => (await (await answer).json()) as T;
const call = <T = { [key: string]: any }>(path: string, body: unknown) => json<T>(ada(`/api/${path}`, { json: body }));
const status = async (path: string, body: unknown) => {
  const answer = await ada(`/api/${path}`, { json: body });
  return [answer.status, ((await answer.json()) as { detail?: string }).detail];
};

beforeAll(async () => {
  test = await testPlatform();
  computers = new Map([[ADA, await startTestComputer()], [BOB, await startTestComputer()]]);
  hostComputers(test.platform, computers);
  service = await startTestService(files, test.platform);
  ada = service.as(ADA);
});

afterAll(async () => {
  await service.stop();
  for (const computer of computers.values()) await computer.stop();
  await test.close();
});

describe('opening', () => {
  it('FT-01 read-fs of a folder lists its items with the fields of the specification', async () => {
    put('one', 'Open', 'a.txt');
    mkdirSync(onDisk('Open', 'sub'));
    const folder = await call('read-fs', { slug: ['Open'], root: 'w' });
    expect(folder).toMatchObject({ urlSlug: ['Open'], filePath: 'Open', isDir: true, kind: 'directory' });
    const item = folder['directoryContents'].find(({ name }: { name: string }) => name === 'a.txt');
    expect(item).toEqual({ name: 'a.txt', isDirectory: false, size: 3, mtime: expect.any(Number), birthtime: expect.any(Number), isStaged: false });
    expect(folder['directoryContents'].map(({ name, isDirectory }: { name: string; isDirectory: boolean }) => [name, isDirectory]).toSorted()).toEqual([['a.txt', false], ['sub', true]]);
  });

  it('FT-01 read-fs of a file gives its text, size, time and hash', async () => {
    put('# Hello', 'Open', 'note.md');
    expect(await call('read-fs', { slug: ['Open', 'note.md'], root: 'w' })).toMatchObject({
      isDir: false, fileContent: '# Hello', fileSize: 7, fileExtension: 'md', kind: 'markdown', isMarkdown: true, isImage: false, hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("FV-02 a missing file answers with the error 'File not found: {path}'", async () => {
    expect(await call('read-fs', { slug: ['Open', 'gone.md'], root: 'w' })).toMatchObject({ error: 'File not found: Open/gone.md', urlSlug: ['Open', 'gone.md'] });
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
  ])('FV-03 %s is shown as its kind', async (name, text, kind, content) => {
    put(text, 'Kinds', name);
    expect(await call('read-fs', { slug: ['Kinds', name], root: 'w' })).toMatchObject({ kind, fileContent: content });
  });

  it('FT-16 absolute paths are accepted below the two roots only', async () => {
    put('z', 'Open', 'z.txt');
    expect(await call('read-z', { absolutePath: '/home/ada/workspace/Open/z.txt' })).toMatchObject({ fileContent: 'z' });
    for (const absolutePath of ['/etc/passwd', '/home/ada/.ssh/id', '/home/ada/workspace/../.computer/x', '/home/ada/workspacex/a', 'Open/z.txt']) {
      expect(await status('read-z', { absolutePath })).toEqual([404, 'There is no preview of files outside your home.']);
    }
  });

  it('FT-03 the columnar listing has the same entries', async () => {
    const columns = await json<{ names: string[]; dirs: number[]; sizes: number[] }>(ada(`/api/files/list?root=w&path=${encodeURIComponent('["Open"]')}`));
    expect(columns.names).toHaveLength(columns.sizes.length);
    expect(columns.dirs.map((index) => columns.names[index])).toEqual(['sub']);
    expect((await ada('/api/files/list?path=%5B1')).status).toBe(400);
  });
});

describe('making and changing', () => {
  it.each([
    ['note', 'Idea', 'Idea.md'],
    ['markdown', 'Idea2.md', 'Idea2.md'],
    ['sheet', 'Budget', 'Budget.sheet.json'],
    ['zoroutine', 'Daily', 'Daily.zoroutine'],
    ['file', ' plain.txt ', 'plain.txt'],
    ['folder', 'Box', 'Box'],
  ])('FT-05 creating a %s adds the right ending', async (type, typed, name) => {
    expect(await call('files/create', { ...at('Make', typed), type })).toMatchObject({ code: 'files.not_found' });
    await call('files/create', { ...at('Make'), type: 'folder' });
    expect(await call('files/create', { ...at('Make', typed), type })).toEqual(at('Make', name));
    expect(existsSync(onDisk('Make', name))).toBe(true);
    rmSync(onDisk('Make'), { recursive: true });
  });

  it('FT-05 a blank or taken name is refused and nothing is overwritten', async () => {
    put('mine', 'taken.md');
    expect(await status('files/create', { ...at('\u00a0\u200b '), type: 'file' })).toEqual([400, 'A name is needed.']);
    expect(await status('files/create', { ...at('taken'), type: 'note' })).toEqual([409, '“taken.md” is already there.']);
    expect(readFileSync(onDisk('taken.md'), 'utf8')).toBe('mine');
  });

  it('FT-01 a save names what it replaces; a stale one gets 409 with what is there now', async () => {
    put('v1', 'doc.md');
    const { hash } = await call('read-fs', { slug: ['doc.md'], root: 'w' });
    const saved = await call('files/write', { ...at('doc.md'), content: 'v2', base: { hash } });
    expect(readFileSync(onDisk('doc.md'), 'utf8')).toBe('v2');
    put('from the shell', 'doc.md');
    const refused = await ada('/api/files/write', { json: { ...at('doc.md'), content: 'v3', base: { hash: saved['hash'] } } });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'files.conflict', current: { exists: true, content: 'from the shell', hash: expect.any(String) } });
    expect(readFileSync(onDisk('doc.md'), 'utf8')).toBe('from the shell');
    expect(await status('files/write', { ...at('doc.md'), content: 'x', base: { absent: true } })).toEqual([409, '“doc.md” was changed since it was opened.']);
  });

  it('FT-06 rename keeps the extension of files and refuses a sibling', async () => {
    put('a', 'Ren', 'a.md');
    put('b', 'Ren', 'b.md');
    mkdirSync(onDisk('Ren', 'dir.v1'));
    expect(await call('files/rename', { ...at('Ren', 'a.md'), name: 'c' })).toEqual(at('Ren', 'c.md'));
    expect(await call('files/rename', { ...at('Ren', 'dir.v1'), name: 'plain' })).toEqual(at('Ren', 'plain'));
    expect(await call('files/rename', { ...at('Ren', 'c.md'), name: 'c.md' })).toEqual(at('Ren', 'c.md'));
    expect(await status('files/rename', { ...at('Ren', 'c.md'), name: 'b' })).toEqual([409, '“b.md” is already there.']);
    expect(await status('files/rename', { ...at('Ren', 'c.md'), name: '  ' })).toEqual([400, 'A name is needed.']);
    expect(await status('files/rename', { ...at('Trash'), name: 'Bin' })).toEqual([403, '“Trash” belongs to the workspace and stays where it is.']);
  });

  it('FT-07 moves, with the sentences of the specification for what cannot be', async () => {
    put('m', 'Mv', 'one', 'x.txt');
    mkdirSync(onDisk('Mv', 'two'));
    expect(await status('files/move', { items: [at('Mv', 'one')], target: at('Mv', 'one') })).toEqual([400, 'Source and target are the same']);
    expect(await status('files/move', { items: [at('Mv', 'one')], target: at('Mv') })).toEqual([400, 'Source and target are the same']);
    mkdirSync(onDisk('Mv', 'one', 'child'));
    expect(await status('files/move', { items: [at('Mv', 'one')], target: at('Mv', 'one', 'child') })).toEqual([400, 'Cannot move into a child directory']);
    put('other', 'Mv', 'two', 'x.txt');
    const { results } = await call('files/move', { items: [at('Mv', 'one', 'x.txt'), at('Mv', 'one', 'child'), at('Mv', 'gone')], target: at('Mv', 'two') });
    expect(results.map(({ error, to }: { error?: string; to?: { path: string[] } }) => error ?? to?.path.join('/'))).toEqual([
      '“x.txt” is already there.', 'Mv/two/child', 'File not found: Mv/gone',
    ]);
    expect(readFileSync(onDisk('Mv', 'two', 'x.txt'), 'utf8')).toBe('other');
  });

  it('FT-12 copies, and duplicates beside the original', async () => {
    put('c', 'Cp', 'a.txt');
    const twin = await call('files/copy', { items: [at('Cp', 'a.txt')], target: at('Cp') });
    expect(twin['results'][0].to.path).toEqual(['Cp', 'a (2).txt']);
    expect(readFileSync(onDisk('Cp', 'a (2).txt'), 'utf8')).toBe('c');
    expect(await status('files/copy', { items: [at('Cp')], target: at('Cp') })).toEqual([400, 'Cannot move into a child directory']);
  });
});

describe('trash', () => {
  it('TR-01 trashed things leave their place and can be deleted for good only from the trash', async () => {
    put('t', 'Tr', 't.txt');
    expect(await status('files/delete', { items: [at('Tr', 't.txt')] })).toEqual([403, 'Only what is in the trash can be deleted for good.']);
    expect(await call('files/trash', { items: [at('Tr', 't.txt')] })).toEqual({ results: [{ ...at('Tr', 't.txt'), trashed: 't.txt' }] });
    expect([existsSync(onDisk('Tr', 't.txt')), existsSync(onDisk('Trash', 't.txt'))]).toEqual([false, true]);
    await call('files/delete', { items: [at('Trash', 't.txt')] });
    expect(existsSync(onDisk('Trash', 't.txt'))).toBe(false);
  });

  it('TR-01 nothing is made, changed or moved inside the trash', async () => {
    const refusals = [
      await status('files/create', { ...at('Trash', 'x.md'), type: 'note' }),
      await status('files/write', { ...at('Trash', 'x.md'), content: '', base: { any: true } }),
      await status('files/move', { items: [at('taken.md')], target: at('Trash') }),
      await status('files/trash', { items: [at('Trash')] }),
    ];
    expect(refusals.map(([code]) => code)).toEqual([403, 403, 403, 403]);
  });

  it('TR-02 two of one name go back to two places, also when the parent is gone or the name is taken', async () => {
    put('first', 'R1', 'same.txt');
    put('second', 'R2', 'deep', 'same.txt');
    await call('files/trash', { items: [at('R1', 'same.txt'), at('R2', 'deep', 'same.txt')] });
    rmSync(onDisk('R2'), { recursive: true });
    put('newcomer', 'R1', 'same.txt');
    const { results } = await call('files/restore', { names: ['same.txt', 'same (2).txt'] });
    expect(results.map(({ to }: { to: { path: string[] } }) => to.path)).toEqual([['R1', 'same (2).txt'], ['R2', 'deep', 'same.txt']]);
    expect([readFileSync(onDisk('R1', 'same.txt'), 'utf8'), readFileSync(onDisk('R1', 'same (2).txt'), 'utf8')]).toEqual(['newcomer', 'first']);
    expect(readFileSync(onDisk('R2', 'deep', 'same.txt'), 'utf8')).toBe('second');
  });

  it("TR-01 'Failed to restore' stops the loop at the first failure", async () => {
    put('x', 'Loop', 'x.txt');
    await call('files/trash', { items: [at('Loop', 'x.txt')] });
    const { results } = await call('files/restore', { names: ['never-there.txt', 'x.txt'] });
    expect(results).toHaveLength(1);
    expect(results[0].error).toContain('never-there.txt');
  });

  it('TR-01 emptying the trash removes everything in it', async () => {
    put('x', 'Emp', 'a', 'b', 'c.txt');
    await call('files/trash', { items: [at('Emp')] });
    expect((await call('files/empty-trash', {}))['removed']).toBeGreaterThan(0);
    expect((await call('read-fs', { slug: ['Trash'], root: 'w' }))['directoryContents']).toEqual([]);
  });
});

describe('raw bytes', () => {
  it('FT-11 serves ranges, and never anything that could run on our origin', async () => {
    put('<script>alert(1)</script>', 'Raw', 'page.html');
    put('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'Raw', 'fake.png');
    put('0123456789', 'Raw', 'ten.txt');
    const page = await ada('/api/file/Raw/page.html');
    expect([page.headers.get('content-type'), page.headers.get('x-content-type-options')]).toEqual(['text/plain; charset=utf-8', 'nosniff']);
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
    const fake = await ada('/api/file/Raw/fake.png');
    expect([fake.headers.get('content-type'), fake.headers.get('content-disposition')]).toEqual(['application/octet-stream', 'attachment; filename=fake.png']);
    const part = await ada('/api/file/Raw/ten.txt', { headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
    const suffix = await ada('/api/file/Raw/ten.txt', { headers: { range: 'bytes=-3' } });
    expect(await suffix.text()).toBe('789');
    expect((await ada('/api/file/Raw/ten.txt', { headers: { range: 'bytes=99-' } })).status).toBe(416);
    const head = await ada('/api/file/Raw/ten.txt', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    const download = await ada('/api/file/Raw/ten.txt?download=1');
    expect(download.headers.get('content-disposition')).toBe('attachment; filename=ten.txt');
  });

  it('FT-11 many files and folders come as one zip, commas and quotes in names included', async () => {
    put('comma', 'Zip', 'a,b.txt');
    put('quote', 'Zip', 'q"ü.txt');
    put('deep', 'Zip', 'd', 'e.txt');
    const list = [['Zip', 'a,b.txt'], ['Zip', 'q"ü.txt'], ['Zip', 'd']].map((path) => encodeURIComponent(path.join('/'))).join(',');
    const answer = await ada(`/api/file?download=1&paths=${encodeURIComponent(list)}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const folder = mkdtempSync(join(tmpdir(), 'zo-zip-'));
    writeFileSync(join(folder, 'z.zip'), Buffer.from(await answer.arrayBuffer()));
    const names = execFileSync('python3', ['-c', 'import zipfile,sys;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print("\\n".join(sorted(z.namelist())))', join(folder, 'z.zip')], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(names.trim().split('\n').filter((name) => !name.endsWith('/'))).toEqual(['a,b.txt', 'd/e.txt', 'q"ü.txt']);
    expect((await ada('/api/file?download=1&paths=gone.txt')).status).toBe(404);
  });

  it('S1 nothing outside the roots is ever served, by any encoding', async () => {
    const canary = join(computers.get(ADA)!.home, '.computer', 'canary.txt');
    mkdirSync(join(canary, '..'), { recursive: true });
    writeFileSync(canary, 'CANARY');
    symlinkSync(canary, onDisk('link.txt'));
    symlinkSync('/etc', onDisk('etc'));
    const attempts = ['..%2f.computer%2fcanary.txt', '%2e%2e/.computer/canary.txt', '%252e%252e/.computer/canary.txt', '..%c0%af.computer', '..%5c.computer', 's/..%2f.computer%2fcanary.txt', 'etc/passwd', 'proc/self/environ', 'a%00b'];
    for (const attempt of attempts) {
      const answer = await ada(`/api/file/${attempt}`);
      expect([attempt, answer.status >= 400 && answer.status < 500, (await answer.text()).includes('CANARY')]).toEqual([attempt, true, false]);
    }
  });

  it('S4 another person sees nothing of it', async () => {
    put('secret', 'private.txt');
    const bob = service.as(BOB);
    expect((await bob('/api/file/private.txt')).status).toBe(404);
    expect(await json(bob('/api/read-fs', { json: { slug: ['private.txt'], root: 'w' } }))).toMatchObject({ error: 'File not found: private.txt' });
  });
});

describe('live events', () => {
  async function listen(query = '') {
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/ws${query}`, { headers: { authorization: `Bearer ${await service.token(ADA)}` } });
    const messages: { type: string; seq: number; epoch: string; payload: Record<string, unknown> }[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data)) as never));
    await eventually(() => messages.some(({ type }) => type === 'hello' || type === 'resync'));
    return { socket, messages };
  }
  const about = (path: string) => ({ payload }: { payload?: Record<string, unknown> }) => payload?.['relativePath'] === path;

  it('LS-01 LS-03 what the shell does arrives as fs_event, in order, with the fields of the specification', async () => {
    const { socket, messages } = await listen();
    execFileSync('bash', ['-c', 'mkdir live && echo one > live/a.txt'], { cwd: onDisk() });
    await eventually(() => messages.find((message) => about('live/a.txt')(message)));
    execFileSync('bash', ['-c', 'echo two >> live/a.txt'], { cwd: onDisk() });
    await eventually(() => messages.find((message) => about('live/a.txt')(message) && message.payload['eventType'] === 'modified'));
    execFileSync('bash', ['-c', 'mv live/a.txt live/b.txt'], { cwd: onDisk() });
    const moved = await eventually(() => messages.find(({ payload }) => payload?.['eventType'] === 'moved'));
    expect(moved.payload).toMatchObject({ relativePath: 'live/a.txt', destPath: 'live/b.txt', root: 'w' });
    rmSync(onDisk('live', 'b.txt'));
    await eventually(() => messages.find(({ payload }) => payload?.['eventType'] === 'deleted' && payload['relativePath'] === 'live/b.txt'));
    const seqs = messages.filter(({ type }) => type === 'fs_event').map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    socket.close();
  });

  it('LS-03 D13 a reconnect gets exactly what it missed; an unknown epoch is told to read everything again', async () => {
    const first = await listen();
    put('x', 'gap0.txt');
    const known = await eventually(() => first.messages.find(about('gap0.txt')));
    first.socket.terminate();
    for (const n of [1, 2, 3]) put('x', `gap${n}.txt`);
    const second = await listen(`?epoch=${known.epoch}&since=${known.seq}`);
    await eventually(() => [1, 2, 3].every((n) => second.messages.some(about(`gap${n}.txt`))));
    expect(second.messages.some(about('gap0.txt'))).toBe(false);
    expect(second.messages[0]!.type).toBe('hello');
    second.socket.terminate();
    const third = await listen('?epoch=other&since=5');
    expect(third.messages[0]!.type).toBe('resync');
    third.socket.terminate();
  });

  it('LS-01 pings are answered, anything else ends the connection', async () => {
    const { socket, messages } = await listen();
    socket.send('{"type":"ping"}');
    await eventually(() => messages.some(({ type }) => type === 'pong'));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send('{"type":"fs_event","payload":{}}');
    expect(await closed).toBe(1008);
  });
});

describe('searching', () => {
  it('FT-14 finds names and lines', async () => {
    put('the needle is here\nnot there', 'Find', 'Haystack notes.md');
    const names = await eventually(async () => {
      const { results } = await json<{ results: { path: string[] }[] }>(ada('/api/files/search?q=hay%20note'));
      return results.length > 0 && results;
    });
    expect(names[0]!.path).toEqual(['Find', 'Haystack notes.md']);
    const lines = await json<{ results: unknown[] }>(ada('/api/files/search?q=needle&kind=content'));
    expect(lines.results).toEqual([{ root: 'w', path: ['Find', 'Haystack notes.md'], isDirectory: false, line: 1, text: 'the needle is here' }]);
  });
});
