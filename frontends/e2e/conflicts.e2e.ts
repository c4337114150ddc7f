import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@zo/testing/eventually';
import { onDisk, row, write } from './page-objects.js';
import { expect, test } from './fixture.js';

const LINES = Array.from({ length: 2_000 }, (_none, n) => `Line ${n} of a text that is longer than headers may be.`);

test.describe('a text that changes without a live event', () => {
  test('ED-11 a save of 100 KB that conflicts with another text is merged', async ({ page, user, product }) => {
    await write(user, { 'long.txt': `${LINES.join('\n')}\n` });
    const file = await onDisk(product, user, 'long.txt');
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
    writeFileSync(file, `${LINES.with(1_999, 'Changed elsewhere.').join('\n')}\n`);
    await page.keyboard.type('Changed here. ');
    await page.keyboard.press('Control+s');
    await eventually(() => readFileSync(file, 'utf8').startsWith('Changed here. Line 0'));
    expect(readFileSync(file, 'utf8')).toBe(
      `${LINES.with(0, `Changed here. ${LINES[0]}`).with(1_999, 'Changed elsewhere.').join('\n')}\n`,
    );
    expect(new Set(refused)).toEqual(new Set([409]));
  });
});

test.describe('a folder', () => {
  test('FT-03 with more entries than one response holds is shown completely', async ({ page, user, product }) => {
    const workspace = await onDisk(product, user);
    mkdirSync(join(workspace, 'large'));
    for (let n = 0; n < 12_000; n++)
      writeFileSync(join(workspace, 'large', `entry ${String(n).padStart(5, '0')}.md`), 'x');
    await page.goto('/f/w/large');
    await page.getByText('12,000 items').waitFor();
    await row(page, 'entry 00000').waitFor();
    // The name has an extension, so the folder is first opened as a file.
    mkdirSync(join(workspace, 'large.v1'));
    for (let n = 0; n < 6_000; n++)
      writeFileSync(join(workspace, 'large.v1', `entry ${String(n).padStart(5, '0')}.md`), 'x');
    await page.goto('/f/w/large.v1');
    await page.getByText('6,000 items').waitFor();
  });

  test('FT-02 shows a row with an error for a name that is not UTF-8', async ({ page, user, product }) => {
    const workspace = await onDisk(product, user);
    mkdirSync(join(workspace, 'latin'));
    writeFileSync(Buffer.concat([Buffer.from(`${join(workspace, 'latin')}/caf`), Buffer.from([0xe9])]), 'x');
    await page.goto('/f/w/latin');
    const found = page.getByRole('row', { name: 'caf\\xE9' });
    await found.getByText('name is not UTF-8').waitFor();
  });
});
