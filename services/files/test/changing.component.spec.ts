import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { ada, at, BOB, call, closeScene, json, onDisk, openScene, put, service, status } from './scene.js';

beforeAll(() => openScene());
afterAll(closeScene);

describe('creating and changing', () => {
  it.each([
    ['note', 'Idea', 'Idea.md'],
    ['markdown', 'Idea2.md', 'Idea2.md'],
    ['sheet', 'Budget', 'Budget.sheet.json'],
    ['zoroutine', 'Daily', 'Daily.zoroutine'],
    ['file', ' plain.txt ', 'plain.txt'],
    ['folder', 'Box', 'Box'],
    ['site', ' My Site ', 'My Site'],
  ])('FT-05 creating a %s adds the right extension', async (type, typed, name) => {
    expect(await call('files/create', { ...at('Make', typed), type })).toMatchObject({ code: 'files.not_found' });
    await call('files/create', { ...at('Make'), type: 'folder' });
    expect(await call('files/create', { ...at('Make', typed), type })).toEqual(at('Make', name));
    expect(existsSync(onDisk('Make', name))).toBe(true);
    rmSync(onDisk('Make'), { recursive: true });
  });

  it('FT-05 ZR-02 new files are valid: a sheet that opens, a zoroutine with its fields, a site with its config', async () => {
    await call('files/create', { ...at('Budget'), type: 'sheet' });
    expect(JSON.parse(readFileSync(onDisk('Budget.sheet.json'), 'utf8'))).toEqual({
      tabs: true,
      toolbar: true,
      worksheets: [{ worksheetName: 'Sheet1', minDimensions: [8, 20] }],
    });
    for (const [name, description] of [
      ['Daily report', 'Daily report'],
      ['a: b # c', '"a: b # c"'],
      ['"quoted"', '"\\"quoted\\""'],
      ['[1]', '"[1]"'],
      ['true', '"true"'],
    ] as const) {
      await call('files/create', { ...at(name), type: 'zoroutine' });
      const [, id, ...rest] = readFileSync(onDisk(`${name}.zoroutine`), 'utf8').split('\n');
      expect(id).toMatch(/^id: [0-9a-f-]{36}$/);
      expect(rest).toEqual([`description: ${description}`, 'inputs: []', '---', '', '']);
    }
    await call('files/create', { ...at('Ada & <b>Co'), type: 'site' });
    const opened = await call('read-fs', { slug: ['Ada & <b>Co'] });
    expect(opened['zoSiteConfig']).toEqual({
      local_port: 8_000,
      publish: { label: 'ada-b-co', type: 'http', entrypoint: 'python3 -m http.server 8000', env: {} },
    });
    expect(readFileSync(onDisk('Ada & <b>Co', 'index.html'), 'utf8')).not.toContain('<b>');
    expect(await status('files/create', { ...at('Ada & <b>Co'), type: 'site' })).toEqual([
      409,
      '“Ada & <b>Co” is already there.',
    ]);
  });

  it('FT-05 a blank or taken name is refused and nothing is overwritten', async () => {
    put('mine', 'taken.md');
    expect(await status('files/create', { ...at('\u00a0\u200b '), type: 'file' })).toEqual([400, 'A name is needed.']);
    expect(await status('files/create', { ...at('taken'), type: 'note' })).toEqual([
      409,
      '“taken.md” is already there.',
    ]);
    expect(readFileSync(onDisk('taken.md'), 'utf8')).toBe('mine');
  });

  it('FT-01 a save names its base version; a stale one returns 409 with the current version', async () => {
    put('v1', 'doc.md');
    const { hash } = await call('read-fs', { slug: ['doc.md'], root: 'w' });
    const saved = await call('files/write', { ...at('doc.md'), content: 'v2', base: { hash } });
    expect(readFileSync(onDisk('doc.md'), 'utf8')).toBe('v2');
    put('from the shell', 'doc.md');
    const refused = await ada('/api/files/write', {
      json: { ...at('doc.md'), content: 'v3', base: { hash: saved['hash'] } },
    });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: 'files.conflict',
      current: { exists: true, hash: expect.stringMatching(/^[0-9a-f]{64}$/), size: 14, mtimeMs: expect.any(Number) },
    });
    expect(readFileSync(onDisk('doc.md'), 'utf8')).toBe('from the shell');
    expect(await status('files/write', { ...at('doc.md'), content: 'x', base: { absent: true } })).toEqual([
      409,
      '“doc.md” was changed since it was opened.',
    ]);
  });

  it('SH-01 a save by difference changes its bytes only, and only in the file that it belongs to', async () => {
    put('\ufeffGrüße 😀\r\nEnde', 'long.txt');
    const { hash } = await call('read-fs', { slug: ['long.txt'], root: 'w' });
    const edit = { offset: 10, found: ' 😀', replacement: ', 日本' };
    const save = { ...at('long.txt'), edits: [edit], base: { hash } };
    const saved = await call('files/write', save);
    const text = '\ufeffGrüße, 日本\r\nEnde';
    expect(readFileSync(onDisk('long.txt'), 'utf8')).toBe(text);
    expect(saved['size']).toBe(Buffer.byteLength(text));
    // The first save made another file than this edit belongs to.
    const refused = await ada('/api/files/write', { json: save });
    expect([refused.status, await refused.json()]).toMatchObject([409, { current: { hash: saved['hash'] } }]);
    const wrong = { ...save, edits: [{ ...edit, found: 'x' }], base: { hash: saved['hash'] } };
    expect((await ada('/api/files/write', { json: wrong })).status).toBe(409);
    for (const both of [
      { ...save, content: 'x' },
      { ...save, base: { any: true } },
      { ...at('long.txt'), base: save.base },
    ])
      expect((await ada('/api/files/write', { json: both })).status).toBe(400);
    expect(readFileSync(onDisk('long.txt'), 'utf8')).toBe(text);
    rmSync(onDisk('long.txt'));
    expect((await ada('/api/files/write', { json: save })).status).toBe(409);
    // What is larger is saved as a whole.
    const large = 'x'.repeat(8 * 1024 * 1024 + 1);
    put(large, 'large.txt');
    const base = { hash: createHash('sha256').update(large).digest('hex') };
    const edits = [{ offset: 0, found: 'x', replacement: 'y' }];
    const tooLarge = await ada('/api/files/write', { json: { ...at('large.txt'), edits, base } });
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([413, { code: 'files.too_large' }]);
    expect((await ada('/api/files/write', { json: { ...at('large.txt'), content: `${large}y`, base } })).status).toBe(
      200,
    );
  });

  it('FT-06 rename keeps the extension of files and refuses the name of a sibling', async () => {
    put('a', 'Ren', 'a.md');
    put('b', 'Ren', 'b.md');
    mkdirSync(onDisk('Ren', 'dir.v1'));
    expect(await call('files/rename', { ...at('Ren', 'a.md'), name: 'c' })).toEqual(at('Ren', 'c.md'));
    expect(await call('files/rename', { ...at('Ren', 'dir.v1'), name: 'plain' })).toEqual(at('Ren', 'plain'));
    expect(await call('files/rename', { ...at('Ren', 'c.md'), name: 'c.md' })).toEqual(at('Ren', 'c.md'));
    expect(await status('files/rename', { ...at('Ren', 'c.md'), name: 'b' })).toEqual([
      409,
      '“b.md” is already there.',
    ]);
    expect(await status('files/rename', { ...at('Ren', 'c.md'), name: '  ' })).toEqual([400, 'A name is needed.']);
    expect(await status('files/rename', { ...at('Trash'), name: 'Bin' })).toEqual([
      403,
      '“Trash” belongs to the workspace and stays where it is.',
    ]);
  });

  it('FT-07 moves, and refuses invalid moves with the sentences of the specification', async () => {
    put('m', 'Mv', 'one', 'x.txt');
    mkdirSync(onDisk('Mv', 'two'));
    expect(await status('files/move', { items: [at('Mv', 'one')], target: at('Mv', 'one') })).toEqual([
      400,
      'Source and target are the same',
    ]);
    expect(await status('files/move', { items: [at('Mv', 'one')], target: at('Mv') })).toEqual([
      400,
      'Source and target are the same',
    ]);
    mkdirSync(onDisk('Mv', 'one', 'child'));
    expect(await status('files/move', { items: [at('Mv', 'one')], target: at('Mv', 'one', 'child') })).toEqual([
      400,
      'Cannot move into a child directory',
    ]);
    put('other', 'Mv', 'two', 'x.txt');
    const { results } = await call('files/move', {
      items: [at('Mv', 'one', 'x.txt'), at('Mv', 'one', 'child'), at('Mv', 'gone')],
      target: at('Mv', 'two'),
    });
    expect(
      results.map(({ error, to }: { error?: string; to?: { path: string[] } }) => error ?? to?.path.join('/')),
    ).toEqual(['“x.txt” is already there.', 'Mv/two/child', 'File not found: Mv/gone']);
    expect(readFileSync(onDisk('Mv', 'two', 'x.txt'), 'utf8')).toBe('other');
  });

  it('FT-12 copies, and duplicates beside the original', async () => {
    put('c', 'Cp', 'a.txt');
    const twin = await call('files/copy', { items: [at('Cp', 'a.txt')], target: at('Cp') });
    expect(twin['results'][0].to.path).toEqual(['Cp', 'a (2).txt']);
    expect(readFileSync(onDisk('Cp', 'a (2).txt'), 'utf8')).toBe('c');
    expect(await status('files/copy', { items: [at('Cp')], target: at('Cp') })).toEqual([
      400,
      'Cannot move into a child directory',
    ]);
  });
});

describe('trash', () => {
  it('TR-01 trashed entries leave their folder and can be deleted for good only from the trash', async () => {
    put('t', 'Tr', 't.txt');
    expect(await status('files/delete', { items: [at('Tr', 't.txt')] })).toEqual([
      403,
      'Only what is in the trash can be deleted for good.',
    ]);
    expect(await call('files/trash', { items: [at('Tr', 't.txt')] })).toEqual({
      results: [{ ...at('Tr', 't.txt'), trashed: 't.txt' }],
    });
    expect([existsSync(onDisk('Tr', 't.txt')), existsSync(onDisk('Trash', 't.txt'))]).toEqual([false, true]);
    await call('files/delete', { items: [at('Trash', 't.txt')] });
    expect(existsSync(onDisk('Trash', 't.txt'))).toBe(false);
  });

  it('TR-01 nothing can be created, changed or moved inside the trash', async () => {
    const refusals = [
      await status('files/create', { ...at('Trash', 'x.md'), type: 'note' }),
      await status('files/write', { ...at('Trash', 'x.md'), content: '', base: { any: true } }),
      await status('files/move', { items: [at('taken.md')], target: at('Trash') }),
      await status('files/trash', { items: [at('Trash')] }),
    ];
    expect(refusals.map(([code]) => code)).toEqual([403, 403, 403, 403]);
  });

  it('TR-01 many entries are trashed and deleted for good, each with its own result', async () => {
    const names = Array.from({ length: 120 }, (_none, n) => `${n}.txt`);
    for (const name of names) put(name, 'Many', name);
    await call('files/trash', { items: [at('Many', '7.txt')] });
    put('7 again', 'Many', '7.txt');
    const items = ['gone.txt', ...names].map((name) => at('Many', name));
    const { results } = await call('files/trash', { items });
    expect(results).toEqual([
      { ...at('Many', 'gone.txt'), code: 'files.not_found', error: expect.any(String) },
      ...names.map((name) => ({ ...at('Many', name), trashed: name === '7.txt' ? '7 (2).txt' : name })),
    ]);
    expect([readdirSync(onDisk('Many')), readFileSync(onDisk('Trash', '7 (2).txt'), 'utf8')]).toEqual([[], '7 again']);
    const trashed = [...names, '7 (2).txt'].map((name) => at('Trash', name));
    expect(await call('files/delete', { items: trashed })).toEqual({ results: trashed });
    expect(trashed.filter(({ path }) => existsSync(onDisk(...path)))).toEqual([]);
  });

  it('TR-01 a folder and what is in it are trashed in the order in which they are named', async () => {
    put('in', 'Nested', 'in.txt');
    const { results } = await call('files/trash', { items: [at('Nested', 'in.txt'), at('Nested')] });
    expect(results).toEqual([
      { ...at('Nested', 'in.txt'), trashed: 'in.txt' },
      { ...at('Nested'), trashed: 'Nested' },
    ]);
    expect(existsSync(onDisk('Trash', 'Nested', 'in.txt'))).toBe(false);
  });

  it('TR-02 two entries of one name are restored to two folders, even if the parent is gone or the name is taken', async () => {
    put('first', 'R1', 'same.txt');
    put('second', 'R2', 'deep', 'same.txt');
    await call('files/trash', { items: [at('R1', 'same.txt'), at('R2', 'deep', 'same.txt')] });
    rmSync(onDisk('R2'), { recursive: true });
    put('newcomer', 'R1', 'same.txt');
    const { results } = await call('files/restore', { names: ['same.txt', 'same (2).txt'] });
    expect(results).toEqual([
      { name: 'same.txt', to: at('R1', 'same (2).txt'), origin: at('R1', 'same.txt') },
      {
        name: 'same (2).txt',
        to: at('R2', 'deep', 'same.txt'),
        origin: at('R2', 'deep', 'same.txt'),
        folderMade: true,
      },
    ]);
    expect([
      readFileSync(onDisk('R1', 'same.txt'), 'utf8'),
      readFileSync(onDisk('R1', 'same (2).txt'), 'utf8'),
    ]).toEqual(['newcomer', 'first']);
    expect(readFileSync(onDisk('R2', 'deep', 'same.txt'), 'utf8')).toBe('second');
  });

  it('TR-02 the trash says where its entries were and when they came, to their owner only', async () => {
    const trashed = () => json<{ entries: { name: string; trashedAt: number }[] }>(ada('/api/files/trash'));
    await call('files/empty-trash', {});
    const before = Date.now();
    put('a', 'From', 'deep', 'a.txt');
    put('b', 'b.txt');
    for (const item of [at('From', 'deep', 'a.txt'), at('b.txt')]) await call('files/trash', { items: [item] });
    const { entries } = await trashed();
    expect(entries).toEqual([
      { name: 'b.txt', origin: at('b.txt'), trashedAt: expect.any(Number) },
      { name: 'a.txt', origin: at('From', 'deep', 'a.txt'), trashedAt: expect.any(Number) },
    ]);
    expect(entries.at(-1)!.trashedAt).toBeGreaterThanOrEqual(before);
    expect(await json(service.as(BOB)('/api/files/trash'))).toEqual({ entries: [] });
    // What a program put there has no origin, and comes to the root.
    put('c', 'Trash', 'c.txt');
    const { results } = await call('files/restore', { names: ['a.txt', 'c.txt'] });
    expect(results).toEqual([
      { name: 'a.txt', to: at('From', 'deep', 'a.txt'), origin: at('From', 'deep', 'a.txt') },
      { name: 'c.txt', to: at('c.txt') },
    ]);
    expect((await trashed()).entries.map(({ name }) => name)).toEqual(['b.txt']);
  });

  it("TR-01 'Failed to restore' stops the loop at the first failure", async () => {
    put('x', 'Loop', 'x.txt');
    await call('files/trash', { items: [at('Loop', 'x.txt')] });
    const { results } = await call('files/restore', { names: ['never-there.txt', 'x.txt'] });
    expect(results).toHaveLength(1);
    expect(results[0].error).toContain('never-there.txt');
  });

  it('TR-01 emptying the trash removes everything in it, however much that is', async () => {
    await call('files/empty-trash', {});
    put('x', 'Emp', 'a', 'b', 'c.txt');
    await call('files/trash', { items: [at('Emp')] });
    for (let n = 0; n < 1_100; n++) put('', 'Trash', `${n}.txt`);
    expect(await call('files/empty-trash', {})).toEqual({ removed: 1_101 });
    expect(await json(ada('/api/files/trash'))).toEqual({ entries: [] });
    expect((await call('read-fs', { slug: ['Trash'], root: 'w' }))['directoryContents']).toEqual([]);
  });
});
