import { eventually } from '@zo/testing/eventually';
import { contentOf, write } from './page-objects.js';
import { expect, type Page, test } from './fixture.js';
import { saveScreenshots } from './screenshots.js';

const KYOTO = `---
status: booked
travellers: Mara, Jun
---
# Trip to Kyoto

Six nights in **Higashiyama**,  near the *river*. The budget is in \`file "Sales/2026 travel.csv"\`.

| Day | Morning |
|:----|---------|
| Thu | Arrive  |

## Before leaving

* [x] Renew passport
* [ ] Print the voucher

\`\`\`py
def go(): pass
\`\`\`

End.
`;

const textOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Text of ${name}` });

test.describe('notes', () => {
  test.beforeEach(({ user }) => write(user, { 'Trip.md': KYOTO, 'Sales/2026 travel.csv': 'a,b\n' }));

  test('ED-01 ED-02 ED-07 a note is written in the rich editor; only what was typed changes in its file', async ({
    page,
    user,
  }) => {
    await page.goto('/f/w/Trip.md');
    const note = textOf(page, 'Trip.md');
    await note.getByRole('heading', { name: 'Trip to Kyoto' }).waitFor();
    await note.getByText('2026 travel.csv').waitFor();
    await note.locator('.tok-keyword', { hasText: 'def' }).waitFor();
    await note.getByText('Print the voucher').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Pack socks');
    await note.getByRole('checkbox', { name: 'Print the voucher' }).click();
    const wanted = KYOTO.replace('* [ ] Print the voucher', '* [x] Print the voucher\n* [ ] Pack socks');
    await eventually(async () => (await contentOf(user, 'Trip.md')) === wanted);
    await saveScreenshots(page, '4-note-editor');
    await page.reload();
    await note.getByText('Pack socks').waitFor();
  });

  test('ED-01 the fields of the front matter are edited above the body', async ({ page, user }) => {
    await page.goto('/f/w/Trip.md');
    await page.getByRole('textbox', { name: 'status' }).fill('paid: yes');
    await eventually(async () => (await contentOf(user, 'Trip.md')) === KYOTO.replace('booked', '"paid: yes"'));
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('textbox', { name: 'Name of the new field' }).fill('budget');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'budget' }).fill('180000');
    await eventually(async () => (await contentOf(user, 'Trip.md'))?.includes('Jun\nbudget: 180000\n---\n# Trip'));
  });

  test('ED-01 the raw editor shows the Markdown, and both show what was typed in the other', async ({ page, user }) => {
    await page.goto('/f/w/Trip.md');
    const note = textOf(page, 'Trip.md');
    await note.getByText('End.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Really.');
    await page.getByRole('button', { name: 'Raw editor' }).click();
    await note.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n**Bold** words.\n');
    await page.getByRole('button', { name: 'Note view' }).click();
    await note.locator('strong', { hasText: 'Bold' }).waitFor();
    const wanted = `${KYOTO.trimEnd()} Really.\n\n**Bold** words.\n`;
    await eventually(async () => (await contentOf(user, 'Trip.md')) === wanted);
  });

  test('ED-03 ED-04 @ finds files, ^ dates; they are stored as code spans', async ({ page, user }) => {
    await page.goto('/f/w/Trip.md');
    const note = textOf(page, 'Trip.md');
    await note.getByText('End.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' @travel');
    await page.getByRole('option', { name: /2026 travel\.csv/ }).waitFor();
    await page.getByRole('option', { name: /Trip\.md/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.keyboard.type('^2026-12-');
    await page.getByText('No matching dates. Try typing a date or use the calendar.').waitFor();
    await page.keyboard.type('24');
    await page.getByRole('option', { name: /2026-12-24/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('^');
    // The last row is the calendar: one above the first.
    await page.getByRole('option', { name: 'Calendar' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Day in the calendar');
    await expect(field).toBeFocused();
    await field.fill('0202-12-31');
    await field.fill('2026-12-31');
    await expect(note).toBeFocused();
    // The space is there already.
    await page.keyboard.type(' done');
    const wanted = KYOTO.replace(
      'End.',
      'End. `file "Sales/2026 travel.csv"` `date 2026-12-24` `date 2026-12-31` done',
    );
    await eventually(async () => (await contentOf(user, 'Trip.md')) === wanted);
  });

  test('ED-09 ED-05 shortcuts mark the selected text, and a domain becomes a link at once', async ({ page, user }) => {
    await page.goto('/f/w/Trip.md');
    const note = textOf(page, 'Trip.md');
    await note.getByText('End.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' one');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Enter');
    await page.keyboard.type('example.com');
    await page.keyboard.press('Shift+Home');
    await page.getByRole('button', { name: 'Link' }).click();
    const wanted = KYOTO.replace('End.', 'End. **one**\n\n[example.com](https://example.com)');
    await eventually(async () => (await contentOf(user, 'Trip.md')) === wanted);
    for (const name of ['README.md', 'mara@example.com']) {
      await page.keyboard.press('End');
      await page.keyboard.type(` ${name}`);
      for (let typed = 0; typed < name.length; typed++) await page.keyboard.press('Shift+ArrowLeft');
      await page.getByRole('button', { name: 'Link' }).click();
      await expect(page.getByRole('textbox', { name: 'Address of the link' })).toHaveValue('');
      await page.keyboard.press('Escape');
      await expect(note).toBeFocused();
    }
    const asked = wanted.replace('.com)', '.com) README.md mara@example.com');
    await eventually(async () => (await contentOf(user, 'Trip.md')) === asked);
  });

  test('ED-05 the link with the cursor shows its address, which opens, changes and goes away', async ({
    page,
    user,
  }) => {
    await write(user, { 'Links.md': 'See [the plan](Trip.md) and [more](https://example.com/a).\n' });
    await page.goto('/f/w/Links.md');
    const note = textOf(page, 'Links.md');
    const card = page.getByRole('group', { name: 'Link' });
    await note.getByRole('link', { name: 'more' }).click();
    await card.getByText('https://example.com/a').waitFor();
    await card.getByRole('button', { name: 'Edit link' }).click();
    await page.getByRole('textbox', { name: 'Address of the link' }).fill('javascript:alert(1)');
    const warning = page.waitForEvent('console', (message) => message.text().includes('blocked scheme'));
    await page.keyboard.press('Enter');
    await warning;
    await card.getByText('https://example.com/a').waitFor();
    await card.getByRole('button', { name: 'Edit link' }).click();
    await page.getByRole('textbox', { name: 'Address of the link' }).fill('exa mple');
    await page.keyboard.press('Enter');
    await page.getByText('This is not a web address.').waitFor();
    await page.getByRole('textbox', { name: 'Address of the link' }).fill('example.org');
    await page.keyboard.press('Enter');
    await eventually(async () => (await contentOf(user, 'Links.md'))?.includes('[more](https://example.org)'));
    await note.getByRole('link', { name: 'more' }).click();
    await card.getByRole('button', { name: 'Remove link' }).click();
    await eventually(async () => (await contentOf(user, 'Links.md')) === 'See [the plan](Trip.md) and more.\n');
    await note.getByRole('link', { name: 'the plan' }).click();
    await card.getByRole('button', { name: 'Open link' }).click();
    await page.waitForURL(/\/f\/w\/Trip\.md/);
  });

  test('ED-02 ED-10 a formula is drawn, edited as text, and names what is wrong', async ({ page, user }) => {
    const fence = '```';
    const text = `${fence}math\ne^{i\\pi} + 1 = 0\n${fence}\n\nEnd.\n`;
    await write(user, { 'Drawn.md': text });
    await page.goto('/f/w/Drawn.md');
    const note = textOf(page, 'Drawn.md');
    await note.locator('.katex').waitFor();
    await saveScreenshots(page, '4-note-formula');
    await note.getByRole('tab', { name: 'Edit' }).click();
    await page.keyboard.type('\\nope');
    await note.getByText('End.').click();
    await note.getByText('KaTeX render error:').waitFor();
    await eventually(async () => (await contentOf(user, 'Drawn.md')) === text.replace('= 0', '= 0\\nope'));
  });

  test('ED-10 Enter and leaving the field save the language of a code block, Escape does not', async ({
    page,
    user,
  }) => {
    await page.goto('/f/w/Trip.md');
    const language = textOf(page, 'Trip.md').getByRole('textbox', { name: 'Language of the code' });
    const type = async (name: string) => {
      // The field shows the language as it is written once it has the focus.
      await language.click();
      await language.fill(name);
    };
    await type('ts');
    await language.press('Enter');
    await eventually(async () => (await contentOf(user, 'Trip.md'))!.includes('```ts\n'));
    await expect(language).toHaveValue('typescript');
    await type('ruby');
    await language.press('Escape');
    await expect(language).toHaveValue('typescript');
    await type('sh');
    await textOf(page, 'Trip.md').getByText('End.').click();
    await eventually(async () => (await contentOf(user, 'Trip.md'))!.includes('```sh\n'));
  });

  test('ED-01 the outline lists the headings and counts the words; one goes on writing at a chosen heading', async ({
    page,
    user,
  }) => {
    const part = (name: string) => `## ${name}\n\n${'Words about it. '.repeat(400)}\n\n`;
    await write(user, { 'Long.md': `# All\n\n${['One', 'Two', 'Three'].map(part).join('')}` });
    await page.goto('/f/w/Long.md');
    const third = textOf(page, 'Long.md').getByRole('heading', { name: 'Three' });
    await third.waitFor();
    await page.getByRole('button', { name: 'Outline' }).click();
    await page.getByText('3,604 words').waitFor();
    await page.getByRole('dialog', { name: 'Outline' }).getByRole('button', { name: 'Three' }).click();
    await eventually(async () => ((await third.boundingBox())?.y ?? 10_000) < 400);
    await page.getByRole('dialog', { name: 'Outline' }).waitFor({ state: 'detached' });
    await page.keyboard.type('Part ');
    await eventually(async () => (await contentOf(user, 'Long.md'))!.includes('## Part Three\n'));
  });

  test('FV-04 a mentioned file is shown when the pointer rests on it, and opens from there', async ({ page }) => {
    await page.goto('/f/w/Trip.md');
    await textOf(page, 'Trip.md').getByText('2026 travel.csv').hover();
    const preview = page.getByRole('dialog', { name: '2026 travel.csv' });
    await preview.getByText('a,b').waitFor();
    await preview.getByRole('button', { name: 'Open' }).click();
    await page.waitForURL(/\/f\/w\/Sales\/2026%20travel\.csv/);
  });

  test('LS-02 ED-08 a change from elsewhere appears while one writes, and neither is lost', async ({ page, user }) => {
    await page.goto('/f/w/Trip.md');
    const note = textOf(page, 'Trip.md');
    await note.getByText('End.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine');
    // The editor saves by itself, which may be between the read and the write.
    await eventually(async () => {
      const { hash } = await user.json<{ hash: string }>('/api/read-fs', { root: 'w', slug: ['Trip.md'] });
      const content = (await contentOf(user, 'Trip.md'))!.replace('Six nights', 'Seven nights');
      const base = { hash };
      const { status } = await user.post('/api/files/write', { root: 'w', path: ['Trip.md'], content, base });
      return status === 200;
    });
    await note.getByText('Seven nights').waitFor();
    await page.keyboard.type(' too.');
    const wanted = KYOTO.replace('Six nights', 'Seven nights').replace('End.', 'End. Mine too.');
    await eventually(async () => (await contentOf(user, 'Trip.md')) === wanted);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
