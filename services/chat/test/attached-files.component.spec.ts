import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());

it('CH-05 says of an attached file that is no text what it is, how large, and how to read it', async () => {
  mkdirSync(at.workspace('Uploads'), { recursive: true });
  mkdirSync(at.workspace('folder.png'), { recursive: true });
  // Text in a file of that name is not shown as text.
  writeFileSync(at.workspace('Uploads/boiler.jpg'), 'not really a picture');
  writeFileSync(at.workspace('Uploads/quote.PDF'), 'not really pages');
  writeFileSync(at.workspace('folder.png/inside.md'), 'x');
  at.provider.script((answer) => (answer.text('ok'), answer.end()));
  const names = ['Uploads/boiler.jpg', 'Uploads/quote.PDF', 'Uploads/gone.png', 'folder.png'];
  await at.me.ask('what is this?', { files: names.map((name) => ({ id: name, path: `w/${name}` })) });
  const asked = JSON.stringify(at.provider.requests.at(-1)!.request.messages.at(-1));
  expect(asked).toContain('(image/jpeg, 20 bytes; its content is not text');
  expect(asked).toContain('(PDF, 16 bytes; read_file reads its pages');
  expect(asked).toContain('(this file does not exist any more)');
  expect(asked).toContain('(a folder)\\ninside.md');
  expect(asked).not.toContain('not really');
});
