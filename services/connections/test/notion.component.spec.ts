import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, sendJson } from '../../../infra/testing/product/fake-app.js';
import { importErrors } from '../src/errors.js';
import { ComputerFiles } from '../src/import/computer-files.js';
import { ada, appOf, computer, connect, fake, outcome, setUp, useConnections } from './connections-setup.js';

useConnections({ withComputer: {} });
beforeAll(async () => {
  fake.oauth.iss = undefined;
  fake.oauth.account = 'Studio';
  await setUp('notion');
  await connect('notion');
});
beforeEach(() => fake.notion.clear());

const API = 'api.notion.com';
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const list = async () =>
  (await (await ada('/api/connections/notion/pages')).json()) as {
    pages: { id: string; renderTitle: string; isDatabase: boolean; parentDatabaseId: string | null }[];
    complete: boolean;
  };
const put = (page: number, title: string, fields: object = {}) =>
  ada('/api/connections/notion/import', {
    json: { page_id: id(page), target_path: 'Imports/Notion', title, ...fields },
  });
const read = (name: string) => readFileSync(join(computer.home, 'workspace/Imports/Notion', name), 'utf8');
const refusal =
  (status: number, code: string): Answer =>
  (_asked, response) => {
    response.setHeader('retry-after', '0');
    sendJson(response, status, { object: 'error', status, code, message: code });
  };
/** As on a disk that is full when it comes to this file. */
async function withoutRoomFor(name: string, work: () => Promise<void>): Promise<void> {
  const { add } = ComputerFiles.prototype;
  ComputerFiles.prototype.add = async function (ctx, file, signal) {
    if (file.name === name) throw importErrors.diskFull();
    return add.call(this, ctx, file, signal);
  };
  try {
    await work();
  } finally {
    ComputerFiles.prototype.add = add;
  }
}

describe('Notion', () => {
  it('IM-03 lists pages and databases, page by page, at three requests a second', async () => {
    expect(await appOf('notion')).toMatchObject({ connected: true, account: 'Studio' });
    fake.notion.pageSize = 5;
    fake.notion.add(
      { id: id(1), title: 'Books', isDatabase: true },
      { id: id(2), title: 'Emma', parent: id(1), emoji: '📗' },
      ...Array.from({ length: 30 }, (_, n) => ({ id: id(n + 10), title: `Note ${n}` })),
    );
    const { pages, complete } = await list();
    expect([pages.length, complete]).toEqual([32, true]);
    expect(pages.slice(0, 2)).toMatchObject([
      { renderTitle: 'Books', isDatabase: true, parentDatabaseId: null },
      { renderTitle: '📗 Emma', isDatabase: false, parentDatabaseId: id(1) },
    ]);
    // Seven requests: three, three and one. None comes before its second, whatever the machine does.
    const { times } = fake.notion;
    expect(times).toHaveLength(7);
    expect(times[6]! - times[0]!).toBeGreaterThan(1_500);
    fake.notion.pageSize = 100;
  });

  it('IM-03 imports a page as Markdown, with a report beside it where something is lost', async () => {
    fake.notion.add(
      { id: id(1), title: 'Plan', markdown: '# Plan\n\nDone.\n' },
      { id: id(2), title: 'Lossy', markdown: 'a <unknown url="x"/> b', truncated: true, unknown: [id(9)] },
    );
    expect(await (await put(1, 'Plan / draft')).json()).toEqual({ filename: 'Plan - draft.md', report: null });
    expect(read('Plan - draft.md')).toBe('# Plan\n\nDone.\n');
    expect(await (await put(1, 'Plan / draft')).json()).toEqual({ filename: 'Plan - draft (2).md', report: null });
    expect(await (await put(2, 'Lossy')).json()).toEqual({ filename: 'Lossy.md', report: 'Lossy - import report.md' });
    expect(read('Lossy - import report.md')).toContain('- 1 × blocks that Notion does not export');
  });

  it('IM-03 keeps the pictures of a page, and says which it could not get', async () => {
    const signed = (name: string) => `https://files.notion.example/${name}?X-Amz-Expires=3600&X-Amz-Signature=key`;
    fake.notion.files.set('/space/Harbour%20%28old%29.png', Buffer.from('a picture'));
    const markdown = [
      '# Trip',
      `![Harbour](${signed('space/Harbour%20%28old%29.png')}) and again ` +
        `![](${signed('space/Harbour%20%28old%29.png')})`,
      `![Gone](${signed('space/gone.png')})`,
      '![Elsewhere](https://example.org/a.png)',
      '```',
      `![In code](${signed('space/code.png')})`,
      '```',
    ];
    fake.notion.add({ id: id(3), title: 'Trip', markdown: markdown.join('\n') });
    expect(await (await put(3, 'Trip')).json()).toEqual({ filename: 'Trip.md', report: 'Trip - import report.md' });
    expect(read('Trip pictures/Harbour (old).png')).toBe('a picture');
    const link = 'Trip%20pictures/Harbour%20%28old%29.png';
    expect(read('Trip.md').split('\n')).toEqual([
      '# Trip',
      `![Harbour](${link}) and again ![](${link})`,
      ...markdown.slice(2),
    ]);
    const report = read('Trip - import report.md');
    expect(report).toContain('1 × pictures that Notion did not give out');
    expect(report).toContain('https://files.notion.example/space/gone.png');
    expect(report).not.toContain('Signature');

    // A page of very many pictures keeps the first ones, and says how many are left.
    const many = Array.from({ length: 53 }, (_none, n) => `space/many-${n}.png`);
    for (const name of many) fake.notion.files.set(`/${name}`, Buffer.from('a picture'));
    fake.notion.add({ id: id(5), title: 'Many', markdown: many.map((name) => `![](${signed(name)})`).join('\n\n') });
    await put(5, 'Many');
    expect(readdirSync(join(computer.home, 'workspace/Imports/Notion/Many pictures'))).toHaveLength(50);
    expect(read('Many - import report.md')).toContain('3 × pictures beyond the first 50 of the page');

    // What comes after the pictures fails: nothing of the page is left.
    fake.notion.add({ id: id(4), title: 'Half', markdown: `![](${signed('space/Harbour%20%28old%29.png')})` });
    await withoutRoomFor('Half.md', async () => {
      expect((await outcome(put(4, 'Half')))[1]).toBe('imports.disk_full');
    });
    const folder = join(computer.home, 'workspace/Imports/Notion/Half pictures');
    expect(existsSync(folder)).toBe(false);
    // A folder that was there stays, as it was.
    mkdirSync(folder);
    await withoutRoomFor('Half.md', async () => void (await put(4, 'Half')));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves nothing of a page whose report has no room, which would look whole', async () => {
    fake.notion.add({ id: id(6), title: 'Full', markdown: 'a', truncated: true });
    await withoutRoomFor('Full - import report.md', async () => {
      expect((await outcome(put(6, 'Full')))[1]).toBe('imports.disk_full');
    });
    expect(existsSync(join(computer.home, 'workspace/Imports/Notion/Full.md'))).toBe(false);
    expect(await (await put(6, 'Full')).json()).toEqual({ filename: 'Full.md', report: 'Full - import report.md' });
  });

  it('IM-04 says “Failed to fetch Notion pages” when Notion fails, and waits when it is busy', async () => {
    fake.notion.add({ id: id(1), title: 'Plan', markdown: 'x' });
    for (const answer of [
      refusal(500, 'internal_server_error'),
      (_asked, response) => void response.destroy(),
      (_asked, response) =>
        sendJson(response, 200, { object: 'list', results: [{ id: 1 }], has_more: false, next_cursor: null }),
    ] satisfies Answer[]) {
      fake.instead(API, answer);
      expect(await outcome(ada('/api/connections/notion/pages'))).toEqual([
        502,
        'imports.notion_failed',
        'Failed to fetch Notion pages',
      ]);
    }
    fake.instead(API, refusal(429, 'rate_limited'), refusal(429, 'rate_limited'));
    expect((await list()).pages).toHaveLength(1);
    fake.instead(API, refusal(503, 'service_unavailable'));
    expect((await put(1, 'Again')).status).toBe(200);
  });

  it('refuses databases, foreign pages and bad places, and leaves nothing of a page that breaks off', async () => {
    fake.notion.add({ id: id(1), title: 'Books', isDatabase: true });
    expect((await outcome(put(1, 'Books')))[1]).toBe('connections.absent');
    fake.instead(API, refusal(403, 'restricted_resource'));
    expect((await outcome(put(1, 'Secret')))[1]).toBe('connections.not_permitted');
    const cut: Answer = (_asked, response) =>
      void response.writeHead(200, { 'content-length': 999 }).write('{"markdown":"half', () => response.destroy());
    fake.instead(API, cut);
    expect((await outcome(put(1, 'Half', { target_path: 'Half' }))).slice(0, 2)).toEqual([502, 'connections.away']);
    expect(existsSync(join(computer.home, 'workspace/Half'))).toBe(false);
    for (const fields of [{ page_id: 'x' }, { target_path: '../x' }, { more: 1 }])
      expect((await put(1, 'x', fields)).status).toBe(400);
    expect(readdirSync(join(computer.home, 'workspace'))).toEqual(expect.not.arrayContaining(['x', 'Half']));
  });

  it('a refused token is refreshed once; a revoked grant breaks the connection', async () => {
    fake.notion.add({ id: id(1), title: 'Plan', markdown: 'x' });
    const before = fake.oauth.refreshes;
    fake.oauth.invalidate();
    expect((await list()).pages).toHaveLength(1);
    expect(fake.oauth.refreshes - before).toBe(1);
    fake.oauth.invalidate({ grant: true });
    expect((await outcome(ada('/api/connections/notion/pages')))[1]).toBe('connections.broken');
    const disconnected = await ada('/api/connections/apps/notion', { method: 'DELETE' });
    expect([disconnected.status, (await appOf('notion')).state]).toEqual([200, 'not_connected']);
  });
});
