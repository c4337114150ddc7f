import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@zo/testing/eventually';
import { onDisk, write } from './page-objects.js';
import { expect, test } from './fixture.js';
import { saveScreenshots } from './screenshots.js';

const SAVES = '**/api/files/write';
const MINE = 'The pump hums.\n';
const THEIRS = 'The pump howls.\n';

const CHOICES = [
  { choice: 'Keep mine', shown: 'The pump hums.', files: [MINE] },
  { choice: 'Take theirs', shown: 'The pump howls.', files: [THEIRS] },
  { choice: 'Keep both', shown: 'The pump howls.', files: [MINE, THEIRS] },
];

for (const { choice, shown, files } of CHOICES)
  test(`ED-08 ED-11 “${choice}” ends a conflict in a note whose line was changed here and on the disk`, async ({
    page,
    user,
    product,
  }) => {
    await write(user, { 'Clash/Pump.md': 'The pump runs.\n' });
    const folder = await onDisk(product, user, 'Clash');
    const file = join(folder, 'Pump.md');
    // Without live events and saves the note hears of the other text with its next save.
    await page.routeWebSocket(/\/api\/ws/, () => undefined);
    await page.route(SAVES, (route) => route.abort());
    await page.goto('/f/w/Clash/Pump.md');
    const note = page.getByRole('textbox', { name: 'Text of Pump.md' });
    await note.getByText('The pump runs.').click();
    await page.keyboard.press('End');
    for (let letter = 0; letter < 'runs.'.length; letter++) await page.keyboard.press('Backspace');
    await page.keyboard.type('hums.');
    writeFileSync(file, THEIRS);
    await page.unroute(SAVES);
    await page.keyboard.press('Control+s');
    const bar = page.getByRole('alert');
    await bar.getByText('The same lines were changed here and on disk. Both are kept until you choose.').waitFor();
    await saveScreenshots(page, '4-note-conflict');
    expect(readFileSync(file, 'utf8')).toBe(THEIRS);
    await bar.getByRole('button', { name: choice }).click();
    await bar.waitFor({ state: 'detached' });
    await note.getByText(shown).waitFor();
    await eventually(() => {
      const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      return texts.toSorted().join('') === files.toSorted().join('');
    });
  });
