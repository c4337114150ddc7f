import { expect, test } from './fixture.js';
import { write } from './page-objects.js';

/** Without marks it reads 'aexe.jpg'. */
const NAME = 'a\u202egpj.exe';
const SHOWN = 'a⟨U+202E⟩gpj.exe';

test('a name that turns its end around is shown as it is, everywhere', async ({ page, user }) => {
  await write(user, { [`Sent/${NAME}`]: 'words' });
  await page.goto('/f/w/Sent');
  await page.getByRole('gridcell', { name: SHOWN }).waitFor();
  await page.getByRole('button', { name: 'Show as grid' }).click();
  await page.getByText(SHOWN).first().waitFor();
  await page.goto(`/f/w/Sent/${encodeURIComponent(NAME)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SHOWN);
  await page.getByRole('treeitem', { name: SHOWN }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Search files, chats and commands').fill('gpj');
  await page.getByRole('option', { name: SHOWN }).first().waitFor();
  await expect(page.locator('body')).not.toContainText('\u202e');
});

test('toasts and dialogs show what turns a name around, too', async ({ page, user }) => {
  await write(user, { [`Sent/${NAME}`]: 'words', 'Sent/\u202enepo/b.txt': 'b' });
  const entry = (action: string) => page.getByRole('menuitem', { name: action });
  await page.goto('/f/w/Sent');
  const cell = page.getByRole('gridcell', { name: SHOWN });
  await cell.click({ button: 'right' });
  await entry('Move to…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: `Move "${SHOWN}"` }).waitFor();
  await dialog.getByRole('button', { name: 'Sent' }).click();
  await dialog.getByText('⟨U+202E⟩nepo').first().waitFor();
  await expect(page.locator('body')).not.toContainText('\u202e');
  await page.keyboard.press('Escape');
  await cell.click({ button: 'right' });
  await entry('Move to trash').click();
  await page.locator('[data-sonner-toast]').filter({ hasText: SHOWN }).waitFor();
  await page.goto('/f/w/Trash');
  await cell.click({ button: 'right' });
  await entry('Delete permanently').click();
  await page.getByRole('dialog').getByText(SHOWN).waitFor();
  await expect(page.locator('body')).not.toContainText('\u202e');
});
