import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Site, startSite, startWayOut, type WayOut } from '../../../infra/testing/product/browsed-sites.js';
import { articlePage, type FakeSite, startFakeSite } from '../../../infra/testing/product/fake-site.js';
import type { ChatRequest } from '../../../infra/testing/product/fake-provider.js';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';
import { fine } from './scripted.js';

const folder = mkdtempSync(join(tmpdir(), 'zo-way-out-'));
let [at, site, value] = [{} as Harness, {} as FakeSite, ''];
let [web, wayOut] = [{} as Site, {} as WayOut];
beforeAll(async () => {
  web = await startSite();
  const socket = join(folder, 'egress.sock');
  wayOut = await startWayOut(socket, web);
  at = await startHarness({ computer: true, limits: { ZO_EGRESS_SOCKET: socket } });
  value = (await at.me.json<{ value: string }>('/api/models/preference')).value;
  // Computers of tests run on this machine: what it serves is served by them.
  site = await startFakeSite();
  site.set('/shop', {
    html: '<title>Shop</title><h1>Open</h1><div style="height:3000px"><a href="/more">More</a></div>',
  });
});
afterAll(async () => {
  await site.stop();
  await at.stop();
  await Promise.all([web.stop(), wayOut.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => void (at.provider.requests.length = 0));

const sees = async (yes: boolean) => {
  const [providerId, model] = value.split(':') as [string, string];
  const limits = [{ model, context_window: 200_000, patience_seconds: null, sees: yes }];
  await at.me.json(`/api/models/providers/${providerId}`, { method: 'PATCH', json: { limits } });
};

async function view(url: string, id = 'new', tool = 'view_webpage', more = {}) {
  at.provider.script((answer) => {
    answer.call('v', tool, { url, ...more });
    answer.end('tool_calls');
  }, fine);
  const answer = await at.me.ask(`Look at ${url}`, { id });
  return { ...answer, call: answer.parts.find((part): part is ToolPart => part.type === 'tool')! };
}

const sent = () => at.provider.requests.map(({ request }) => request);
const picturesOf = ({ messages }: ChatRequest) =>
  messages.flatMap(({ role, content }) =>
    role === 'user' && Array.isArray(content)
      ? (content as { image_url?: { url: string } }[]).flatMap(({ image_url }) => (image_url ? [image_url.url] : []))
      : [],
  );
interface Result {
  type: string;
  text: string;
  picture: { id: string; width: number; height: number };
}

describe('view_webpage', () => {
  it('TL-01 TL-02 answers what a page of the computer shows, and its picture to a model that sees', async () => {
    await sees(true);
    const url = `${site.url}/shop`;
    const { call, sent: begun } = await view(url);
    const { text, picture } = call.result as Result;
    expect(text).toBe(
      `Shop\n${url}\n(The screenshot shows the upper 1568 of ${/of (\d+) pixels/.exec(text)?.[1]} pixels.)\n\n# ` +
        `Open\nMore (${site.url}/more)`,
    );
    expect(picture).toEqual({ run_id: begun.run_id, id: expect.any(String), width: 1_280, height: 1_568 });
    const address = `/api/runs/${begun.run_id}/pictures/${picture.id}`;
    const shown = await at.me.fetch(address);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const jpeg = Buffer.from(await shown.arrayBuffer());
    expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8');
    const [, second] = sent();
    expect(picturesOf(second!)).toEqual([`data:image/jpeg;base64,${jpeg.toString('base64')}`]);
    // At the next turn the same bytes at the same place, and in a copy of the chat.
    at.provider.script(fine, fine);
    await at.me.ask('and now?', { id: begun.conversation_id });
    expect(sent().at(-1)!.messages.slice(0, second!.messages.length)).toEqual(second!.messages);
    const { id } = await at.me.json<{ id: string }>(`/api/conversations/${begun.conversation_id}/fork`, {
      json: { message_id: begun.assistant_message_id },
    });
    await at.me.ask('in the copy', { id });
    expect(picturesOf(sent().at(-1)!)).toHaveLength(1);
    // Nobody else has it, and it goes with the last chat that shows it.
    expect((await at.other.fetch(address)).status).toBe(404);
    const remove = (chat: string) => at.me.fetch(`/api/conversations/${chat}`, { method: 'DELETE' });
    expect((await remove(begun.conversation_id)).status).toBe(204);
    expect((await at.me.fetch(address)).status).toBe(200);
    await at.me.ask('after its origin was deleted', { id });
    expect(picturesOf(sent().at(-1)!)).toHaveLength(1);
    expect((await remove(id)).status).toBe(204);
    expect((await at.me.fetch(address)).status).toBe(404);
  });

  it('TL-02 shows no picture to a model that takes none', async () => {
    await sees(false);
    const { call } = await view(`${site.url.replace('http://', '')}/shop`);
    expect((call.result as Result).text).toContain('# Open');
    expect(JSON.stringify(sent())).not.toMatch(/image_url|zo-picture|the picture that/);
  });

  it('TL-02 says why a page is not shown', async () => {
    expect((await view('http://localhost:1')).call.result).toMatchObject({ type: 'error', code: 'unreadable' });
    expect((await view('file:///etc/passwd')).call.result).toMatchObject({ type: 'error', code: 'invalid' });
    const { call } = await view(`${site.url}/shop`, 'new', 'read_webpage', { use_browser: true });
    expect(call.result).toMatchObject({ type: 'error', code: 'own_page' });
  });

  it('TL-01 TL-02 shows a page of the web as a source, and no server of the computer to it', async () => {
    web.pages.set('/news', `<title>News</title><h1>Harbour</h1><img src="${site.url}/private.png">`);
    const { call } = await view('http://news.test/news');
    expect(call.result).toMatchObject({
      text: expect.stringContaining(`(It could not load from ${new URL(site.url).host}.)\n\n# Harbour`),
      sources: [{ url: 'http://news.test/news', title: 'News', passage: '# Harbour [image]' }],
    });
    expect(site.asked).not.toContain('/private.png');
  });

  it('TL-01 read_webpage and save_webpage read with a browser what only scripts show', async () => {
    const article = articlePage('Written by a script', 'A ship has come in.');
    web.pages.set('/app', `<body><script>document.documentElement.innerHTML = ${JSON.stringify(article)}</script>`);
    const read = await view('http://app.test/app', 'new', 'read_webpage', { use_browser: true });
    expect((read.call.result as Result).text).toContain('A ship has come in.');
    const saved = await view('http://app.test/app', 'new', 'save_webpage', { use_browser: true });
    expect(saved.call.result).toEqual({
      type: 'text',
      text: 'Saved ~/workspace/Articles/Written by a script :: app.test.md.',
    });
  });

  it('S7 after it a command requires approval, because nobody has seen what came in', async () => {
    at.provider.script(
      (answer) => {
        answer.call('v', 'view_webpage', { url: `${site.url}/shop` });
        answer.end('tool_calls');
      },
      (answer) => {
        answer.call('c', 'run_bash_command', { cmd: 'touch pwned' });
        answer.end('tool_calls');
      },
      fine,
    );
    const { run_id } = await at.me.send(`Look at ${site.url}/shop`);
    const { events } = await at.me.follow(run_id, { until: ({ type }) => type === 'tool.approval' });
    expect(events.at(-1)).toMatchObject({ type: 'tool.approval', data: { args: { cmd: 'touch pwned' } } });
    await at.me.json(`/api/runs/${run_id}/stop`, { json: {} });
    await at.me.follow(run_id);
  });
});
