import { closeSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { eventually } from '@zo/testing/eventually';
import { expect, test } from './fixture.js';
import { contentOf, onDisk, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

const LINES = 1_200_000;

test('FV-01 a text that is too long for the editor is read in lines, and words are found in it', async ({
  page,
  user,
  product,
}) => {
  const file = openSync(await onDisk(product, user, 'server.log'), 'w');
  for (let from = 0; from < LINES; from += 10_000)
    writeSync(
      file,
      Array.from({ length: 10_000 }, (_none, n) => {
        const line = from + n + 1;
        return line % 400_000 === 7
          ? `${line} needle ${'x'.repeat(6_000)}\n`
          : `${line} GET /page ${'.'.repeat(40)} 200\n`;
      }).join(''),
    );
  closeSync(file);
  await page.goto('/f/w/server.log');
  const lines = page.getByRole('list', { name: 'Lines of server.log' });
  const line = (number: number) => lines.getByText(new RegExp(`^${number} `));
  await line(1).waitFor();
  await page.getByText(/^Read-only: the editor takes up to 8 MB/).waitFor();
  await page.getByRole('status', { name: 'Lines' }).getByText('of 1,200,000', { exact: true }).waitFor();
  expect(await lines.getByRole('listitem').count()).toBeLessThan(150);

  const field = page.getByRole('textbox', { name: 'Line' });
  await field.fill('700000');
  await field.press('Enter');
  await line(700_000).waitFor();
  await eventually(() => line(700_000).isVisible());

  await page.keyboard.press('Control+f');
  await page.keyboard.type('NEEDLE');
  await page.keyboard.press('Enter');
  const matches = page.getByRole('search', { name: 'Find in server.log' }).getByRole('status');
  await matches.getByText('1 of 3', { exact: true }).waitFor();
  await line(7).waitFor();
  await page.keyboard.press('Enter');
  await matches.getByText('2 of 3', { exact: true }).waitFor();
  await line(400_007).waitFor();
  expect((await line(400_007).textContent())!).toMatch(/x…$/);
  await page.getByRole('button', { name: 'Previous match' }).click();
  await line(7).waitFor();

  await saveScreenshots(page, 'lines');
  await line(7).waitFor();
  // At once: half of it would be short enough for the editor.
  const next = await onDisk(product, user, '.next');
  writeFileSync(next, 'Only one line is left\n'.padEnd(9_000_000, 'y'));
  renameSync(next, await onDisk(product, user, 'server.log'));
  await lines.getByText('Only one line is left').waitFor();
});

test('FV-01 a text that is not UTF-8 is shown as it is, and converted to be edited', async ({ page, user }) => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('# Größe\r\n\r\n日本\r\n', 'utf16le')]);
  await write(user, { 'latin.txt': Buffer.from('Stra\xdfe\r\nGr\xfc\xdfe\r\n', 'latin1'), 'Wide.md': bytes });
  await page.goto('/f/w/latin.txt');
  await page.getByRole('region', { name: 'Text of latin.txt' }).getByText('Straße').waitFor();
  await page.getByText(/^Read-only: this text is in Windows-1252/).waitFor();
  await saveScreenshots(page, 'encoded-text');
  await page.goto('/f/w/Wide.md');
  await page.getByText('日本').waitFor();
  await page.getByText(/^Read-only: this text is in UTF-16 LE/).waitFor();
  // Nothing was written until the button is pressed.
  expect(Buffer.from(await (await user.fetch('/api/file/Wide.md')).arrayBuffer())).toEqual(bytes);
  await page.getByRole('button', { name: 'Convert to UTF-8' }).click();
  await page.getByRole('textbox', { name: 'Text of Wide.md' }).getByRole('heading', { name: 'Größe' }).waitFor();
  expect(await contentOf(user, 'Wide.md')).toBe('# Größe\r\n\r\n日本\r\n');
});
