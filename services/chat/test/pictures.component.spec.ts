import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { HEIC_PHOTO } from '../../../infra/testing/product/heic-photo.js';
import type { ChatRequest } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';
import { pdf, png } from './pdf.js';
import { fine } from './scripted.js';

let at: Harness;
let value: string;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  value = (await at.me.json<{ value: string }>('/api/models/preference')).value;
  mkdirSync(at.workspace('Uploads'));
  writeFileSync(at.workspace('Uploads/large.png'), png(3_136, 1_000));
  writeFileSync(at.workspace('Uploads/phone.HEIC'), HEIC_PHOTO);
  writeFileSync(at.workspace('Uploads/fake.png'), '<script>alert(1)</script>');
  writeFileSync(at.workspace('Uploads/photo.heic'), 'no decoder');
  writeFileSync(at.workspace('scan.pdf'), pdf(['', '', '', '', '', '', '', '']));
  writeFileSync(at.workspace('text.pdf'), pdf(['A page with quite some words on it, forty letters at least']));
  writeFileSync(at.workspace('broken.pdf'), '%PDF-1.4 and nothing more');
  writeFileSync(at.workspace('plan.md'), 'one two three\n');
});
afterAll(() => at.stop());
beforeEach(() => {
  at.provider.requests.length = 0;
  at.provider.script(fine);
});

const filesOf = (...paths: string[]) => paths.map((path) => ({ id: path, path: `w/${path}` }));
const sees = async (yes: boolean | null) => {
  const [providerId, model] = value.split(':') as [string, string];
  const limits = [{ model, context_window: 200_000, patience_seconds: null, sees: yes }];
  await at.me.json(`/api/models/providers/${providerId}`, { method: 'PATCH', json: { limits } });
};
interface Content {
  type: string;
  text?: string;
  image_url?: { url: string };
}
const contentOf = ({ messages }: ChatRequest, index = -1): Content[] => {
  const content = messages.filter(({ role }) => role === 'user').at(index)!.content;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Content[]);
};
const picturesOf = (request: ChatRequest, index = -1) =>
  contentOf(request, index).flatMap(({ image_url }) => (image_url ? [image_url.url] : []));
const last = () => at.provider.requests.at(-1)!.request;
/** Size in the frame header of a progressive JPEG. */
const sizeOf = (url: string) => {
  const jpeg = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  return [jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)];
};
const shownOf = async (id: string) =>
  (await at.me.json<any>(`/api/conversations/${id}`)).messages.findLast(({ role }: any) => role === 'user').shown;

it('shows a picture to a model that sees: made smaller, and the same bytes at each later turn', async () => {
  await sees(true);
  const { sent } = await at.me.ask('what is this?', { files: filesOf('Uploads/large.png') });
  const [first] = at.provider.requests.map(({ request }) => request);
  const [picture] = picturesOf(first!);
  expect(picture).toMatch(/^data:image\/jpeg;base64,/);
  expect(sizeOf(picture!)).toEqual([1_568, 500]);
  expect(contentOf(first!)[0]!.text).toContain('picture 1 of this message)');
  expect(await shownOf(sent.conversation_id)).toEqual([
    { path: 'w/Uploads/large.png', as: 'picture', tokens: expect.any(Number) },
  ]);
  const { sent: phone } = await at.me.ask('and that of my phone?', { files: filesOf('Uploads/phone.HEIC') });
  expect(picturesOf(last()).map(sizeOf)).toEqual([[64, 48]]);
  expect(await shownOf(phone.conversation_id)).toMatchObject([{ as: 'picture' }]);
  // The file changes, and what was shown of it does not.
  writeFileSync(at.workspace('Uploads/large.png'), png(10, 10));
  await at.me.ask('and now?', { id: sent.conversation_id });
  expect(last().messages.slice(0, first!.messages.length)).toEqual(first!.messages);
  // Nor in a copy of the chat.
  const { id } = await at.me.json<{ id: string }>(`/api/conversations/${sent.conversation_id}/fork`, {
    json: { message_id: sent.assistant_message_id },
  });
  await at.me.ask('in the copy', { id });
  expect(picturesOf(last(), 0)).toEqual([picture]);
  writeFileSync(at.workspace('Uploads/large.png'), png(3_136, 1_000));
});

it('tells a model that does not see what the picture is, also where another one has seen it', async () => {
  await sees(null);
  const { sent } = await at.me.ask('what is this?', { files: filesOf('Uploads/large.png', 'plan.md') });
  expect(picturesOf(last())).toEqual([]);
  expect(JSON.stringify(last().messages)).toContain('bytes; its content is not text and is not shown here');
  expect(await shownOf(sent.conversation_id)).toEqual([
    { path: 'w/Uploads/large.png', as: 'named', note: 'This model takes no pictures.', tokens: expect.any(Number) },
    { path: 'w/plan.md', as: 'whole', tokens: expect.any(Number) },
  ]);
  await sees(true);
  const seen = (await at.me.ask('and this?', { files: filesOf('Uploads/large.png') })).sent.conversation_id;
  expect(picturesOf(last())).toHaveLength(1);
  await sees(false);
  await at.me.ask('again', { id: seen });
  expect(picturesOf(last(), 0)).toEqual([]);
  expect(contentOf(last(), 0)[0]!.text).toContain('The pictures of this message went to another model');
});

it('shows the pages of a PDF without text as pictures, and says which', async () => {
  await sees(true);
  const { sent } = await at.me.ask('what is this?', { files: filesOf('scan.pdf', 'text.pdf', 'broken.pdf') });
  expect(picturesOf(last())).toHaveLength(6);
  expect(contentOf(last())[0]!.text).toContain('Pictures 1 to 6 of this message are its first 6 of 8 pages');
  expect(await shownOf(sent.conversation_id)).toMatchObject([
    { as: 'pages', note: 'Pages 1 to 6 of 8.' },
    { as: 'named', note: 'The assistant reads the pages that it needs.' },
    { as: 'named', note: 'The assistant reads the pages that it needs.' },
  ]);
});

it('sends nothing that is no picture, and no more than ten of a message and twenty of a chat', async () => {
  await sees(true);
  const hostile = await at.me.ask('look', { files: filesOf('Uploads/fake.png', 'Uploads/photo.heic') });
  expect(picturesOf(last())).toEqual([]);
  expect(JSON.stringify(last().messages)).not.toContain('alert(1)');
  const note = 'It cannot be drawn, or is too large.';
  expect(await shownOf(hostile.sent.conversation_id)).toMatchObject([{ note }, { note }]);
  const names = Array.from({ length: 12 }, (_, n) => `Uploads/${n}.png`);
  for (const [n, name] of names.entries()) writeFileSync(at.workspace(name), png(20 + n, 20));
  const { sent } = await at.me.ask('all of them', { files: filesOf(...names) });
  expect(picturesOf(last())).toHaveLength(10);
  expect((await shownOf(sent.conversation_id)).at(-1)).toMatchObject({ note: 'The message has too many pictures.' });
  const id = sent.conversation_id;
  await at.me.ask('ten more', { id, files: filesOf(...names.slice(0, 10)) });
  expect([picturesOf(last(), 0), picturesOf(last(), 1)].map(({ length }) => length)).toEqual([10, 10]);
  await at.me.ask('one more', { id, files: filesOf(names[0]!) });
  expect([0, 1, 2].map((index) => picturesOf(last(), index).length)).toEqual([0, 10, 1]);
  const leftOut = 'The pictures of this message are left out by now';
  expect([0, 1].map((index) => contentOf(last(), index)[0]!.text!.includes(leftOut))).toEqual([true, false]);
  // Words name pictures by their number, so that a message is shown with all of its pictures or with none.
  const four = await at.me.ask('four', { files: filesOf(...names.slice(0, 4)) });
  const more = { id: four.sent.conversation_id };
  await at.me.ask('ten', { ...more, files: filesOf(...names.slice(0, 10)) });
  await at.me.ask('seven', { ...more, files: filesOf(...names.slice(0, 7)) });
  expect([0, 1, 2].map((index) => picturesOf(last(), index).length)).toEqual([0, 0, 7]);
  expect([0, 1].map((index) => contentOf(last(), index)[0]!.text!.includes(leftOut))).toEqual([true, true]);
});

it('a picture counts for the window as what it costs, not as its bytes', async () => {
  await sees(true);
  const [providerId, model] = value.split(':') as [string, string];
  const limits = [{ model, context_window: 20_000, patience_seconds: null, sees: true }];
  await at.me.json(`/api/models/providers/${providerId}`, { method: 'PATCH', json: { limits } });
  const files = filesOf(...Array.from({ length: 5 }, (_, n) => `Uploads/${n}.png`), 'Uploads/large.png');
  const { parts, end } = await at.me.ask('look', { files });
  expect([end.status, parts.map(({ type }) => type)]).toEqual(['complete', ['text']]);
  expect(picturesOf(last())).toHaveLength(6);
});
