import { chmodSync } from 'node:fs';
import { eventually } from '@zo/testing/eventually';
import { expect, test as base } from './fixture.js';
import { contentOf, newDownload, onDisk, write } from './page-objects.js';
import { PHOTO } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';

const WORDS = 'Word.\n\n'.repeat(200);
const FILES: Record<string, string | Uint8Array> = {
  'main.py': 'def main():\n    print("hello")\n',
  'plan.md': '---\nstatus: booked\n---\n# Plan\n\n- [x] tickets\n',
  'code.md': '```python\ndef main():\n    pass\n```\n',
  'long.md': `[Packing](#packing-list--caf%C3%A9)[^1]\n\n${WORDS}## Packing list & café\n\n${WORDS}[^1]: At the foot.\n`,
  'photo.png': PHOTO,
  'drawn.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><script>throw 1</script>' +
    '<rect width="30" height="20" style="fill:#123456"/></svg>',
  'broken.mp3': 'no sound at all',
  'broken.mp4': 'no film at all',
  'broken.png': 'no picture at all',
  'program.bin': new Uint8Array([0, 1, 2, 3, 255]),
  'what.zzz': new Uint8Array([0, 9, 8]),
  'book.mobi': new Uint8Array([66, 79, 79, 75, 0]),
  'book.epub': new Uint8Array([80, 75, 3, 4, 0]),
  'paper.docx': new Uint8Array([80, 75, 3, 4, 0]),
  'sales.csv': `month,amount\n"March, early",1200\n${'2026-05,4821\n'.repeat(5_000)}`,
  'half.csv': 'month,amount\n"never closed,1\n',
  'book.xlsx': new Uint8Array([80, 75, 3, 4, 0]),
  'nul.md': 'words and \0 others',
  'old.zopage': 'gone',
  'talk.wav.transcript.jsonl':
    '{"start":0,"text":"Good morning."}\n{"start":75.2,"speaker":"Bob","text":"And to you."}\n',
  'half.wav.transcript.jsonl': '{"start":0,"text":"Good morning."}\n{"start":75',
};

const test = base.extend<{ open: (name: string) => Promise<unknown> }>({
  /** Writes the file of that name and shows it. */
  open: async ({ page, user }, use) =>
    use(async (name) => {
      if (FILES[name] !== undefined) await write(user, { [name]: FILES[name] });
      return page.goto(`/f/w/${encodeURIComponent(name)}`);
    }),
});

test.describe('viewers', () => {
  test('FV-01 shows code in the editor with highlighting', async ({ page, open }) => {
    await open('main.py');
    await page.getByRole('textbox', { name: 'Text of main.py' }).getByText('def').waitFor();
    await eventually(async () => (await page.locator('.cm-line span').count()) > 2);
  });

  test('FV-01 shows an SVG as an image; its own address is a download, never a page', async ({ page, tab, open }) => {
    await open('drawn.svg');
    const image = page.getByRole('img', { name: 'drawn.svg' });
    await eventually(() => image.evaluate((node) => (node as HTMLImageElement).naturalWidth === 30));
    await page.getByText('30 × 20').waitFor();
    const download = newDownload(tab);
    await page.goto('/api/file/drawn.svg').catch(() => undefined);
    expect((await download).suggestedFilename()).toBe('drawn.svg');
    expect(new URL(page.url()).pathname).toBe('/f/w/drawn.svg');
  });

  test('FV-01 shows rendered markdown with its front matter fields', async ({ page, open }) => {
    await open('plan.md');
    await page.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'status' }).inputValue()).toBe('booked');
    await page.getByRole('checkbox', { name: 'tickets', checked: true }).waitFor();
  });

  test('FV-01 a link within a note leads to its heading or footnote', async ({ page, open }) => {
    await open('long.md');
    await page.getByRole('link', { name: '1', exact: true }).click();
    await expect(page.getByText('At the foot.')).toBeInViewport();
    await page.reload();
    const heading = page.getByRole('heading', { name: 'Packing list & café' });
    const link = page.getByRole('link', { name: 'Packing' });
    await link.waitFor();
    await expect(heading).not.toBeInViewport();
    await link.click({ modifiers: ['ControlOrMeta'] });
    await expect(heading).toBeInViewport();
    await page.keyboard.press('ControlOrMeta+Home');
    await expect(link).toBeInViewport();
  });

  test('FV-01 ZR-02 a routine is a form and an instruction; edits leave all else of the file', async ({
    page,
    user,
  }) => {
    const file =
      '---\nid: 3f1c\ndescription: Weekly numbers # short\ninputs:\n  - name: month\n    description: yyyy-mm\n' +
      "budget: 0.50\non: { file: 'Inbox/*.csv' }\nowner: sales\n---\n\nMake a report for the month.\n";
    await write(user, { 'Weekly.zoroutine': file });
    await page.goto('/f/w/Weekly.zoroutine');
    const form = page.getByRole('form', { name: 'Routine' });
    await form.getByText('When a file arrives in Inbox/*.csv · at most $0.50 a run').waitFor();
    await form.getByText('owner: sales').waitFor();
    await saveScreenshots(page, 'routine');
    await form.getByRole('textbox', { name: 'Description', exact: true }).fill('Monthly: numbers');
    await form.getByRole('button', { name: 'Add input' }).click();
    await expect(form.getByRole('textbox', { name: 'Name of input 2' })).toBeFocused();
    expect(await form.getByText('Give every input a name.').count()).toBe(0);
    await page.keyboard.press('Tab');
    await form.getByText('Give every input a name.').waitFor();
    await form.getByRole('textbox', { name: 'Name of input 2' }).fill('city');
    await form.getByRole('textbox', { name: 'Description of input 2' }).fill('Where, like Kyoto');
    const body = page.getByRole('textbox', { name: 'Text of Weekly.zoroutine' });
    await body.getByText('Make a report').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Be brief.');
    const wanted = file
      .replace('Weekly numbers', '"Monthly: numbers"')
      .replace('yyyy-mm\n', 'yyyy-mm\n  - name: city\n    description: "Where, like Kyoto"\n')
      .replace('month.', 'month. Be brief.');
    await eventually(async () => (await contentOf(user, 'Weekly.zoroutine')) === wanted);

    await write(user, { 'Broken.zoroutine': '---\nid: "3f\n---\n\nWords.\n' });
    await page.goto('/f/w/Broken.zoroutine');
    await page.getByText(/^The front matter cannot be read: .* Mend it in the raw editor\.$/).waitFor();
    await page.getByText('Words.').waitFor();
  });

  test('FV-01 shows a CSV as a virtualised table, and in the raw editor', async ({ page, open }) => {
    await open('sales.csv');
    const table = page.getByRole('grid', { name: 'sales.csv' });
    await table.getByRole('columnheader', { name: 'amount' }).waitFor();
    await table.getByRole('gridcell', { name: 'March, early' }).waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe('5002');
    expect(await table.getByRole('row').count()).toBeLessThan(100);
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await table.locator('[aria-rowindex="5002"]').waitFor();
    await page.getByRole('button', { name: 'Raw editor' }).click();
    await page.getByRole('textbox', { name: 'Text of sales.csv' }).waitFor();
  });

  test('FV-01 shows an image with its size', async ({ page, open }) => {
    await open('photo.png');
    await page.getByRole('img', { name: 'photo.png' }).waitFor();
    await page.getByText('10 × 10').waitFor();
  });

  test('FV-01 highlights code in a note by its language', async ({ page, open }) => {
    await open('code.md');
    await page.locator('pre .tok-keyword', { hasText: 'def' }).waitFor();
  });

  test('FV-01 shows a transcript with times and speakers, and in the raw editor', async ({ page, open }) => {
    await open('talk.wav.transcript.jsonl');
    const lines = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem');
    await lines.first().waitFor();
    expect(await lines.allInnerTexts()).toEqual([
      expect.stringMatching(/0:00\s+Good morning\./),
      expect.stringMatching(/1:15\s+Bob\s*And to you\./),
    ]);
    await page.getByRole('button', { name: 'Raw editor' }).click();
    await page.getByRole('textbox', { name: 'Text of talk.wav.transcript.jsonl' }).waitFor();
  });

  test('FV-02 a file that cannot be shown says why', async ({ page, open }) => {
    for (const [name, sentence] of [
      ['missing.md', 'File not found: missing.md'],
      ['broken.mp3', 'File data not available.'],
      ['broken.mp4', 'File data not available.'],
      ['program.bin', 'Binary file preview not available'],
      ['what.zzz', 'Binary file preview not available'],
      ['book.xlsx', 'Unable to display table data'],
      ['half.csv', 'Unable to display table data'],
      ['book.epub', 'This book is damaged and can’t be shown here.'],
      ['book.mobi', 'Unable to display file content for this type.'],
      ['paper.docx', 'This document is damaged and can’t be shown here.'],
      ['nul.md', 'No content available'],
      ['half.wav.transcript.jsonl', 'Unable to display transcript'],
      ['old.zopage', 'Zo Pages feature has been discontinued. Look in /home/space for legacy page files'],
      ['broken.png', 'Failed to load image'],
    ] as const)
      await test.step(`${name}: ${sentence}`, async () => {
        await open(name);
        await page.getByRole('main').getByText(sentence, { exact: true }).waitFor();
        if (name === 'broken.png') await page.getByText(/^\/api\/file\/broken\.png/).waitFor();
      });
  });

  test("FV-02 an unreadable file shows 'Error: {message}'", async ({ page, user, product, open }) => {
    await write(user, { 'secret.txt': 'nobody reads this' });
    chmodSync(await onDisk(product, user, 'secret.txt'), 0);
    await open('secret.txt');
    await page.getByText(/^Error: .+/).waitFor();
  });
});
