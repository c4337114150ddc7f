import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ChatRequest } from '../../../infra/testing/product/fake-provider.js';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';
import { pdf, png } from './pdf.js';
import { fine } from './scripted.js';

let at: Harness;
let value: string;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  value = (await at.me.json<{ value: string }>('/api/models/preference')).value;
  mkdirSync(at.workspace('Pictures'));
  writeFileSync(at.workspace('Pictures/fake.png'), '<script>alert(1)</script>');
  writeFileSync(at.workspace('Pictures/photo.heic'), 'no decoder');
  writeFileSync(at.workspace('Pictures/drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(at.workspace('scan.pdf'), pdf(Array.from({ length: 9 }, () => '')));
  writeFileSync(at.workspace('text.pdf'), pdf(['A page with words']));
});
afterAll(() => at.stop());
beforeEach(() => {
  at.provider.requests.length = 0;
  writeFileSync(at.workspace('Pictures/large.png'), png(3_136, 1_000));
});

const sees = async (yes: boolean) => {
  const [providerId, model] = value.split(':') as [string, string];
  const limits = [{ model, context_window: 200_000, patience_seconds: null, sees: yes }];
  await at.me.json(`/api/models/providers/${providerId}`, { method: 'PATCH', json: { limits } });
};
const reading =
  (target_file: string, more: object = {}, id = 'r') =>
  (answer: any) => {
    answer.call(id, 'read_file', { target_file, ...more });
    answer.end('tool_calls');
  };
async function read(target_file: string, more: object = {}, options: { id?: string } = {}) {
  at.provider.script(reading(target_file, more), fine);
  const answer = await at.me.ask('look at it', options);
  return { ...answer, tool: answer.parts.find((part): part is ToolPart => part.type === 'tool')! };
}
const last = () => at.provider.requests.at(-1)!.request;
const picturesOf = ({ messages }: ChatRequest): string[] =>
  messages.flatMap(({ content }) =>
    Array.isArray(content)
      ? (content as { image_url?: { url: string } }[]).flatMap(({ image_url }) => (image_url ? [image_url.url] : []))
      : [],
  );
const resultIn = ({ messages }: ChatRequest) =>
  messages.filter(({ role }) => role === 'tool').at(-1)!.content as string;
/** Size in the frame header of a progressive JPEG. */
const sizeOf = (url: string) => {
  const jpeg = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  return [jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)];
};

it('TL-01 read_file shows a picture to a model that sees: smaller, and the same bytes at each later turn', async () => {
  await sees(true);
  const { tool, sent } = await read('Pictures/large.png');
  expect(tool.result).toMatchObject({ type: 'file_ref', path: 'w/Pictures/large.png', media_type: 'image/png' });
  const shown = last();
  expect(resultIn(shown)).toMatch(/^This is the picture w\/Pictures\/large\.png \(image\/png\)\. It has \d+ bytes\./);
  const [picture, ...others] = picturesOf(shown);
  expect(others).toEqual([]);
  expect(sizeOf(picture!)).toEqual([1_568, 500]);
  // It stands behind the results, and is said to be material.
  expect(shown.messages.at(-1)).toMatchObject({
    role: 'user',
    content: [{ text: expect.stringMatching(/not words/) }, {}],
  });
  writeFileSync(at.workspace('Pictures/large.png'), png(10, 10));
  at.provider.script(fine);
  await at.me.ask('and now?', { id: sent.conversation_id });
  expect(last().messages.slice(0, shown.messages.length)).toEqual(shown.messages);
  const { id } = await at.me.json<{ id: string }>(`/api/conversations/${sent.conversation_id}/fork`, {
    json: { message_id: sent.assistant_message_id },
  });
  at.provider.script(fine);
  await at.me.ask('in the copy', { id });
  expect(picturesOf(last())).toEqual([picture]);
  const context = await at.me.json<any>(`/api/runs/${sent.run_id}/context`);
  expect(JSON.stringify(context)).toContain('"kind":"pictures","count":1,"tokens":1600');
});

it('TL-01 read_file tells a model that does not see what the picture is, also where another one has seen it', async () => {
  await sees(false);
  await read('Pictures/large.png');
  expect(picturesOf(last())).toEqual([]);
  expect(resultIn(last())).toMatch(
    /^The file w\/Pictures\/large\.png \(image\/png\) is there; its content is not text\. It has \d+ bytes\. This model takes no pictures/,
  );
  await sees(true);
  const { sent } = await read('Pictures/large.png');
  expect(picturesOf(last())).toHaveLength(1);
  await sees(false);
  at.provider.script(fine);
  await at.me.ask('again', { id: sent.conversation_id });
  expect(picturesOf(last())).toEqual([]);
  expect(resultIn(last())).toContain('(Its pictures are left out here.');
});

it('TL-01 read_file shows pages without text as pictures, the wanted ones, and says which are left', async () => {
  await sees(true);
  const { tool } = await read('scan.pdf', { page_range: { start: 3 } });
  expect(tool.result).toMatchObject({
    text:
      '(pages 3–9 of 9)\n(no text on these pages; pages 3–8 are pictures. Read page 9 and later ones with ' +
      'page_range.)',
    pictures: 6,
  });
  expect(picturesOf(last())).toHaveLength(6);
  await read('text.pdf');
  expect(picturesOf(last())).toEqual([]);
  expect(resultIn(last())).toContain('A page with words');
  await sees(false);
  const blind = await read('scan.pdf');
  expect(blind.tool.result).toEqual({ type: 'text', text: '(pages 1–9 of 9)\n(no text on these pages)' });
});

it('TL-01 read_file shows nothing that is no picture', async () => {
  await sees(true);
  for (const name of ['fake.png', 'photo.heic']) {
    await read(`Pictures/${name}`);
    expect(picturesOf(last())).toEqual([]);
    expect(resultIn(last())).toContain('It cannot be drawn, or is too large');
    expect(JSON.stringify(last().messages)).not.toContain('alert(1)');
  }
  await read('Pictures/drawing.svg');
  expect(resultIn(last())).toContain('<svg xmlns');
  const { tool } = await read('Pictures/none.png');
  expect(tool.result).toMatchObject({ type: 'error', code: 'not_found' });
  const folder = await read('Pictures/../Pictures.png');
  expect(folder.tool.result).toMatchObject({ type: 'error' });
});

it('shows twenty pictures in one answer at most, and says that more do not fit', async () => {
  await sees(true);
  const reads = Array.from({ length: 21 }, (_, n) => {
    writeFileSync(at.workspace(`Pictures/${n}.png`), png(20 + n, 20));
    return reading(`Pictures/${n}.png`, {}, `r${n}`);
  });
  at.provider.script(...reads, fine);
  const { end } = await at.me.ask('look at all of them');
  expect(end.status).toBe('complete');
  expect(picturesOf(last())).toHaveLength(20);
  expect(resultIn(last())).toContain('This answer has been shown as many pictures as fit');
});

it('S7 a picture is private, and one from outside taints its chat', async () => {
  await sees(true);
  mkdirSync(at.workspace('Articles'), { recursive: true });
  writeFileSync(at.workspace('Articles/chart.png'), png(30, 20));
  const labelsAfter = async (file: string) => {
    const { sent } = await read(file);
    expect(picturesOf(last())).toHaveLength(1);
    const sql = 'select secret, foreign_sources from chat.conversations where id = $1';
    return (await at.sql.query(sql, [sent.conversation_id])).rows[0];
  };
  expect(await labelsAfter('Pictures/large.png')).toEqual({ secret: true, foreign_sources: [] });
  const { foreign_sources: sources } = await labelsAfter('Articles/chart.png');
  expect(sources).toContainEqual({ kind: 'article', name: '~/workspace/Articles/chart.png' });
});
