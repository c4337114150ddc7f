import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eventually } from '@zo/testing';
import { type Answer, sendJson } from '../../../infra/testing/product/fake-app.js';
import { ada, BOB, computer, connect, fake, outcome, service, setUp, useConnections } from './connections-setup.js';

useConnections({ withComputer: {} });
beforeAll(async () => {
  await setUp();
  await connect('google_drive');
});
beforeEach(() => fake.drive.clear());

const GOOGLE = 'application/vnd.google-apps.';
const DRIVE = 'www.googleapis.com';
const MB = 1024 * 1024;
const doc = { id: 'doc', name: 'Plan', mimeType: `${GOOGLE}document`, parent: 'root' };
const bytes = randomBytes(5 * MB + 17);
const pdf = { id: 'pdf', name: 'Proof.pdf', mimeType: 'application/pdf', parent: 'root', content: bytes };

const list = async (folder?: string) =>
  (await (await ada(`/api/connections/drive/files${folder ? `?folder_id=${folder}` : ''}`)).json()) as {
    files: { id: string; name: string; size: number | null; isFolder: boolean; arrivesAs: string | null }[];
    complete: boolean;
  };
const put = (file_id: string, fields: object = {}, who = ada) =>
  who('/api/connections/drive/import', {
    json: { file_id, target_path: 'Imports/Drive', mime_type: 'application/pdf', filename: 'Proof.pdf', ...fields },
  });
const onDisk = (...path: string[]) => join(computer.home, 'workspace', ...path);
const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex');
/** What Drive says of the file `pdf`, with these sums. */
const describedWith =
  (sums: object): Answer =>
  (_asked, response) =>
    sendJson(response, 200, {
      id: 'pdf',
      name: 'x',
      mimeType: 'application/pdf',
      size: String(bytes.length),
      ...sums,
    });
const isWhole = (name: string) => sha(readFileSync(onDisk('Imports', 'Drive', name))) === sha(bytes);
const staged = () => {
  const folder = join(computer.home, '.computer', 'uploads');
  // What remembers where an upload was placed may stay.
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.inode')) : [];
};
const problem =
  (status: number, reason: string): Answer =>
  (_asked, response) => {
    response.setHeader('retry-after', '0');
    sendJson(response, status, { error: { code: status, errors: [{ reason }] } });
  };

describe('listing Drive', () => {
  it('IM-02 lists the files of a folder, page by page, with shared drives beside My Drive', async () => {
    fake.drive.pageSize = 7;
    fake.drive.sharedDrives = [{ id: 'shared', name: 'Studio' }];
    fake.drive.add(
      { id: 'folder', name: 'Shop', mimeType: `${GOOGLE}folder`, parent: 'root' },
      ...Array.from({ length: 30 }, (_, n) => ({ ...pdf, id: `pdf-${n}`, name: `Proof ${n}.pdf` })),
      { ...pdf, id: 'inside', parent: 'folder' },
      { ...doc, exports: {} },
      { id: 'form', name: 'Order', mimeType: `${GOOGLE}form`, parent: 'root' },
      { id: 'link', name: 'To the shop', mimeType: `${GOOGLE}shortcut`, parent: 'root', shortcutTo: 'folder' },
    );
    const { files, complete } = await list();
    expect([files.length, complete]).toEqual([35, true]);
    expect(files.filter(({ isFolder }) => isFolder).map(({ id, name }) => [id, name])).toEqual([
      ['shared', 'Studio'],
      ['folder', 'Shop'],
      ['folder', 'To the shop'],
    ]);
    const arrivals = new Map(files.map(({ id, arrivesAs }) => [id, arrivesAs]));
    expect([arrivals.get('doc'), arrivals.get('form'), arrivals.get('pdf-3'), arrivals.get('folder')]).toEqual([
      'markdown',
      null,
      'as_is',
      null,
    ]);
    expect(files.find(({ id }) => id === 'pdf-3')).toMatchObject({ size: bytes.length, name: 'Proof 3.pdf' });
    expect((await list('folder')).files.map(({ id }) => id)).toEqual(['inside']);
    fake.drive.sharedDrives = [];
    fake.drive.pageSize = 1_000;
  });

  it('ends at a page that leads back to itself, and at a folder that contains itself', async () => {
    fake.drive.add({ id: 'loop', name: 'Loop', mimeType: `${GOOGLE}folder`, parent: 'loop' });
    expect((await list('loop')).files.map(({ id }) => id)).toEqual(['loop']);
    const again: Answer = (_asked, response) => sendJson(response, 200, { files: [], nextPageToken: 'again' });
    fake.instead(DRIVE, ...Array.from({ length: 50 }, () => again));
    expect(await list('loop')).toEqual({ files: [], complete: false });
    fake.instead(DRIVE);
  });

  it('IM-04 says “Failed to fetch Drive files” when Drive fails or answers nonsense, and tries again when it is busy', async () => {
    const failed = [502, 'imports.drive_failed', 'Failed to fetch Drive files'];
    const nonsense: Answer[] = [
      (_asked, response) => void response.writeHead(200).end('<html>'),
      (_asked, response) => sendJson(response, 200, { files: [{ id: 7 }] }),
      (_asked, response) =>
        void response.writeHead(200, { 'content-length': 99 }).write('{"files":[', () => response.destroy()),
      (_asked, response) => void response.destroy(),
      (_asked, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ];
    for (const answer of nonsense) {
      fake.instead(DRIVE, answer);
      expect(await outcome(ada('/api/connections/drive/files'))).toEqual(failed);
    }
    fake.drive.add(pdf);
    fake.instead(DRIVE, problem(429, 'rateLimitExceeded'), problem(503, ''), problem(403, 'userRateLimitExceeded'));
    expect((await list()).files).toHaveLength(1);
    fake.instead(DRIVE, ...Array.from({ length: 4 }, () => problem(429, '')));
    expect((await outcome(ada('/api/connections/drive/files'))).slice(0, 2)).toEqual([503, 'connections.busy']);
    fake.instead(DRIVE, problem(403, 'accessNotConfigured'));
    expect(await outcome(ada('/api/connections/drive/files'))).toEqual([
      409,
      'connections.not_permitted',
      'Google Drive does not permit this: the Drive API is not switched on for the client of this installation.',
    ]);
  });

  it('asks for nothing but the folder of that id', async () => {
    for (const id of ["x' or name contains 'a", 'a/b', '', '..'])
      expect((await ada(`/api/connections/drive/files?folder_id=${encodeURIComponent(id)}`)).status).toBe(400);
    expect((await outcome(service.as(BOB)('/api/connections/drive/files')))[1]).toBe('connections.not_connected');
  });
});

describe('importing from Drive', () => {
  it('IM-02 imports a file into a folder, and keeps what is there', async () => {
    fake.drive.add(pdf);
    expect(await (await put('pdf')).json()).toEqual({ filename: 'Proof.pdf' });
    expect(await (await put('pdf')).json()).toEqual({ filename: 'Proof (2).pdf' });
    expect([isWhole('Proof.pdf'), isWhole('Proof (2).pdf'), staged()]).toEqual([true, true, []]);
    const empty = { ...pdf, id: 'empty', content: Buffer.alloc(0) };
    fake.drive.add(empty);
    const made = (await (await put('empty', { filename: '../empty?.txt', target_path: '' })).json()) as {
      filename: string;
    };
    expect([made.filename, readFileSync(onDisk(made.filename)).length]).toEqual(['..-empty?.txt', 0]);
  });

  it('IM-02 exports documents of Google, also those that are too large for an export', async () => {
    const large = randomBytes(11 * MB);
    const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    fake.drive.add(
      { ...doc, exports: { 'text/markdown': Buffer.from('# Plan\n') } },
      { id: 'sheet', name: 'Prices', mimeType: `${GOOGLE}spreadsheet`, parent: 'root', exports: { [SHEET]: large } },
      { id: 'form', name: 'Order', mimeType: `${GOOGLE}form`, parent: 'root' },
    );
    expect(await (await put('doc', { filename: 'Plan' })).json()).toEqual({ filename: 'Plan.md' });
    expect(readFileSync(onDisk('Imports', 'Drive', 'Plan.md'), 'utf8')).toBe('# Plan\n');
    expect(await (await put('sheet', { filename: 'Prices' })).json()).toEqual({ filename: 'Prices.xlsx' });
    expect(sha(readFileSync(onDisk('Imports', 'Drive', 'Prices.xlsx')))).toBe(sha(large));
    expect((await outcome(put('form')))[1]).toBe('imports.not_exportable');
  });

  it('IM-02 takes large documents as Google sends them: without their size, and packed for whoever takes that', async () => {
    const large = Buffer.alloc(11 * MB, 'a row of a sheet,');
    const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const sheet = { id: 'sheet', name: 'Rows', mimeType: `${GOOGLE}spreadsheet`, parent: 'root' };
    fake.drive.add({ ...sheet, exports: { [SHEET]: large } });
    const asEver: Answer = (asked, response) => fake.drive.answer(asked, response);
    fake.instead(DRIVE, asEver, asEver, ({ headers }, response) => {
      const isPacked = /gzip/.test(headers['accept-encoding'] ?? '');
      if (isPacked) response.setHeader('content-encoding', 'gzip');
      const content = isPacked ? gzipSync(large) : large;
      response.writeHead(200, { 'content-length': content.length }).end(content);
    });
    expect(await (await put('sheet', { filename: 'Packed' })).json()).toEqual({ filename: 'Packed.xlsx' });
    expect(sha(readFileSync(onDisk('Imports', 'Drive', 'Packed.xlsx')))).toBe(sha(large));
    fake.instead(DRIVE, asEver, asEver, (_asked, response) => {
      response.write(large.subarray(0, 5 * MB));
      response.end(large.subarray(5 * MB));
    });
    expect(await (await put('sheet', { filename: 'Rows' })).json()).toEqual({ filename: 'Rows.xlsx' });
    expect(sha(readFileSync(onDisk('Imports', 'Drive', 'Rows.xlsx')))).toBe(sha(large));
    fake.instead(DRIVE, asEver, asEver, (_asked, response) => {
      response.write(large.subarray(0, 5 * MB), () => response.destroy());
    });
    expect((await outcome(put('sheet', { filename: 'Broken' }))).slice(0, 2)).toEqual([502, 'connections.away']);
    expect([existsSync(onDisk('Imports', 'Drive', 'Broken.xlsx')), staged()]).toEqual([false, []]);
  });

  it('goes on where the connection broke, and reads no byte twice', async () => {
    fake.drive.add(pdf);
    fake.drive.cuts = [3 * MB + 1, 0, MB];
    expect(await (await put('pdf', { target_path: 'Imports/Drive', filename: 'Cut.pdf' })).json()).toEqual({
      filename: 'Cut.pdf',
    });
    expect(isWhole('Cut.pdf')).toBe(true);
    expect([fake.drive.ranges.length, fake.drive.sent]).toEqual([4, bytes.length]);
  });

  it('goes on where the connection broke, also when it cannot be made again at once', async () => {
    fake.drive.add(pdf);
    fake.drive.cuts = [MB, -1, -1, 2 * MB, -1];
    const into = { target_path: 'Imports/Drive', filename: 'Away.pdf' };
    expect(await (await put('pdf', into)).json()).toEqual({ filename: 'Away.pdf' });
    expect([isWhole('Away.pdf'), fake.drive.sent]).toEqual([true, bytes.length]);
  });

  it('a token that ends in the middle is refreshed', async () => {
    fake.drive.add(pdf);
    fake.drive.cuts = [MB];
    const before = fake.oauth.refreshes;
    fake.instead(DRIVE);
    const importing = put('pdf', { filename: 'Renewed.pdf' });
    fake.oauth.invalidate();
    expect(await (await importing).json()).toEqual({ filename: 'Renewed.pdf' });
    expect([isWhole('Renewed.pdf'), fake.oauth.refreshes - before]).toEqual([true, 1]);
  });

  it('refuses folders and more than 536870912 bytes, whatever the browser says', async () => {
    fake.drive.add(
      { id: 'folder', name: 'Shop', mimeType: `${GOOGLE}folder`, parent: 'root' },
      { ...pdf, id: 'film', size: 536_870_913 },
      { ...pdf, id: 'limit', size: 536_870_912 },
    );
    expect((await outcome(put('folder')))[1]).toBe('imports.is_folder');
    expect(await outcome(put('film'))).toEqual([413, 'imports.too_large', 'File exceeds 512 MB limit']);
    // It is tried, and then has fewer bytes than were said.
    expect((await outcome(put('limit'))).slice(0, 2)).toEqual([409, 'imports.changed']);
    for (const fields of [
      { target_path: '../x' },
      { target_path: 'a/../../b' },
      { filename: '' },
      { file_id: "a'b" },
      { more: 1 },
    ])
      expect((await put('pdf', fields)).status).toBe(400);
    expect((await outcome(put('pdf', { target_path: 'Trash/x' })))[1]).toBe('imports.inside_trash');
    expect((await outcome(put('gone')))[1]).toBe('connections.absent');
  });

  it.each([
    ['MD5', { md5Checksum: md5(bytes) }],
    ['no sum', {}],
  ])('takes a file of which Drive knows %s', async (sum, sums) => {
    fake.drive.add(pdf);
    fake.instead(DRIVE, describedWith(sums));
    const [status] = await outcome(put('pdf', { target_path: 'Summed', filename: `${sum}.pdf` }));
    expect([status, sha(readFileSync(onDisk('Summed', `${sum}.pdf`)))]).toEqual([200, sha(bytes)]);
  });

  it('leaves nothing when the bytes differ, end early, or the file is in the way of its folder', async () => {
    mkdirSync(onDisk('Failed'), { recursive: true });
    writeFileSync(onDisk('Failed', 'file'), 'mine');
    fake.drive.add(pdf);
    const into = { target_path: 'Failed', filename: 'x.pdf' };
    for (const sums of [{ md5Checksum: '0'.repeat(32) }, { sha256Checksum: '0'.repeat(64), md5Checksum: md5(bytes) }]) {
      fake.instead(DRIVE, describedWith(sums));
      expect((await outcome(put('pdf', into))).slice(0, 2)).toEqual([409, 'imports.changed']);
    }
    fake.drive.cuts = [0, 0, 0];
    expect((await outcome(put('pdf', into))).slice(0, 2)).toEqual([502, 'connections.away']);
    expect((await outcome(put('pdf', { target_path: 'Failed/file', filename: 'x.pdf' })))[1]).toBe(
      'imports.not_writable',
    );
    expect([readdirSync(onDisk('Failed')), staged()]).toEqual([['file'], []]);
    expect(readFileSync(onDisk('Failed', 'file'), 'utf8')).toBe('mine');
  });

  it('who hangs up stops the import, and leaves nothing', async () => {
    fake.drive.add(pdf);
    const stop = new AbortController();
    fake.instead(
      DRIVE,
      (asked, response) => fake.drive.answer(asked, response),
      (_asked, response) => {
        response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 2 * MB));
        stop.abort();
      },
    );
    const importing = ada('/api/connections/drive/import', {
      json: { file_id: 'pdf', target_path: 'Stopped', mime_type: 'application/pdf', filename: 'x.pdf' },
      signal: stop.signal,
    });
    await expect(importing).rejects.toThrow();
    await eventually(() => staged().length === 0);
    expect(existsSync(onDisk('Stopped'))).toBe(false);
  });
});
