import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '@zo/testing';
import { row, write } from './page-objects.js';
import { openScene, type OwnedScene } from './fixture.js';

let scene: OwnedScene;
let page: Page;
const LINES = Array.from({ length: 2_000 }, (_none, n) => `Line ${n} of a text that is longer than headers may be.`);

beforeAll(async () => {
  scene = await openScene();
  ({ page } = scene.tab);
  await write(scene.person, { 'long.txt': `${LINES.join('\n')}\n` });
}, 120_000);
afterAll(async () => {
  await scene?.close();
});

/** A path in the workspace of the only user. */
const onDisk = (...path: string[]) => {
  const homes = join(scene.product.data, 'homes');
  return join(homes, readdirSync(homes)[0]!, 'workspace', ...path);
};

describe('a text that changes without a live event', () => {
  it('ED-11 a save of 100 KB that conflicts with another text is merged', async () => {
    // Without live events only the refused save reveals that the file changed.
    await page.routeWebSocket(/\/api\/ws/, () => undefined);
    const refused: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/files/write') && !answer.ok()) refused.push(answer.status());
    });
    await page.goto('/f/w/long.txt');
    const editor = page.getByRole('textbox', { name: 'Text of long.txt' });
    await editor.click();
    await page.keyboard.press('Control+Home');
    writeFileSync(onDisk('long.txt'), `${LINES.with(1_999, 'Changed elsewhere.').join('\n')}\n`);
    await page.keyboard.type('Changed here. ');
    await page.keyboard.press('Control+s');
    await eventually(() => readFileSync(onDisk('long.txt'), 'utf8').startsWith('Changed here. Line 0'), 30_000);
    expect(readFileSync(onDisk('long.txt'), 'utf8')).toBe(
      `${LINES.with(0, `Changed here. ${LINES[0]}`).with(1_999, 'Changed elsewhere.').join('\n')}\n`,
    );
    expect(new Set(refused)).toEqual(new Set([409]));
  });
});

describe('a folder', () => {
  it('FT-03 with more entries than one response holds is shown completely', async () => {
    mkdirSync(onDisk('large'));
    for (let n = 0; n < 12_000; n++) writeFileSync(onDisk('large', `entry ${String(n).padStart(5, '0')}.md`), 'x');
    await page.goto('/f/w/large');
    await page.getByText('12,000 items').waitFor();
    await row(page, 'entry 00000').waitFor();
    // The name has an extension, so the folder is first opened as a file.
    mkdirSync(onDisk('large.v1'));
    for (let n = 0; n < 6_000; n++) writeFileSync(onDisk('large.v1', `entry ${String(n).padStart(5, '0')}.md`), 'x');
    await page.goto('/f/w/large.v1');
    await page.getByText('6,000 items').waitFor();
  });

  it('FT-02 shows a row with an error for a name that is not UTF-8', async () => {
    mkdirSync(onDisk('latin'));
    writeFileSync(Buffer.concat([Buffer.from(`${onDisk('latin')}/caf`), Buffer.from([0xe9])]), 'x');
    await page.goto('/f/w/latin');
    const found = page.getByRole('row', { name: 'caf\\xE9' });
    await found.getByText('name is not UTF-8').waitFor();
  });
});
