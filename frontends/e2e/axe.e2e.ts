import type { Locator, Page } from '@playwright/test';
import { axeFindings } from './axe.js';
import { bookFile } from './book-file.js';
import { expect, test } from './fixture.js';
import { photographed, picture } from './image-files.js';
import { write } from './page-objects.js';
import { pdfFile } from './pdf-file.js';
import { HEIC_PHOTO, PARQUET_SALES, PHOTO, SALES, tone } from './sample-files.js';
import { BUDGET, sheetFile } from './sheet-page.js';
import { workbookFile } from './workbook-file.js';
import { paragraph, wordFile, zipFile } from './zip-file.js';

const NOTE = `---
status: booked
---
# Plan[^1]

Text with \`code\`, [a link](https://example.com), ==marks==, $x^2$ and \`date 2026-12-24\`.

- [x] done
- [ ] open

| a | b |
| - | - |
| 1 | 2 |

> Quoted.

\`\`\`js
const a = 1;
\`\`\`

\`\`\`math
e = 1
\`\`\`

<iframe src="https://video.example/1" title="A film"></iframe>

![Photo](photo.png)

<p align="center"><b>Bold</b> <a href="#title">Link</a> <img src="photo.png" alt="Again"> <kbd>Ctrl</kbd></p>

[^1]: At the foot.
`;

const NOTEBOOK = JSON.stringify({
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Title'] },
    { cell_type: 'code', execution_count: 1, metadata: {}, source: ['print(1)'], outputs: [] },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
});

type Seen = (page: Page) => Locator;
const text =
  (words: string | RegExp): Seen =>
  (page) =>
    page.getByRole('main').getByText(words).first();
const named =
  (role: 'img' | 'textbox' | 'grid' | 'toolbar' | 'region', name: string | RegExp): Seen =>
  (page) =>
    page.getByRole(role, { name }).first();

/** A file of each kind, and what is seen once its viewer shows it. */
const files = async (page: Page): Promise<Record<string, readonly [content: string | Uint8Array, seen: Seen]>> => ({
  'Plan.md': [NOTE, (tab) => tab.locator('.note .katex').nth(1)],
  'main.py': ['def main():\n    pass\n', named('textbox', 'Text of main.py')],
  'photo.png': [PHOTO, named('img', 'photo.png')],
  'camera.jpg': [
    photographed(await picture(page, 300, 200, 'image/jpeg')),
    (tab) => tab.getByRole('button', { name: 'Details of the image' }),
  ],
  'photo.heic': [HEIC_PHOTO, named('img', 'photo.heic')],
  'tone.wav': [tone(), (tab) => tab.getByRole('main').getByRole('slider').first()],
  'sales.csv': [SALES, text('2026-04')],
  'sales.parquet': [PARQUET_SALES, text('2026-03')],
  'book.xlsx': [
    workbookFile({
      First: [
        ['month', 'amount'],
        ['2026-03', 7],
      ],
    }),
    text('2026-03'),
  ],
  'Budget.sheet.json': [sheetFile(BUDGET), (tab) => tab.getByRole('grid').first()],
  'paper.pdf': [pdfFile({ pages: [{ lines: ['A page'] }] }), (tab) => tab.locator('canvas').first()],
  'novel.epub': [bookFile([{ title: 'One', body: '<p>Text.</p>' }]), (tab) => tab.locator('iframe').first()],
  'letter.docx': [wordFile({ body: paragraph('Dear reader') }), text('Dear reader')],
  'pack.zip': [zipFile({ 'a.txt': 'inside' }), text('a.txt')],
  'Weekly.zoroutine': ['---\nid: 1\ninputs: [{ name: a }]\nbudget: 1\n---\n\nDo it.\n', text('Do it.')],
  'lab.ipynb': [NOTEBOOK, text('Title')],
  'talk.wav.transcript.jsonl': ['{"start":0,"speaker":"Bob","text":"Good morning."}\n', text('Good morning.')],
  'page.html': ['<!doctype html><html lang="en"><title>x</title><h1>Hi</h1>', (tab) => tab.locator('iframe').first()],
  'latin.txt': [Buffer.from('Stra\xdfe\n', 'latin1'), text('Straße')],
  'program.bin': [new Uint8Array([0, 1, 2, 255]), text('Binary file preview not available')],
});

test('axe finds nothing wrong in any viewer or editor', async ({ page, user }) => {
  test.setTimeout(300_000);
  await page.goto('/f/w');
  await page.getByRole('main').waitFor();
  const all = await files(page);
  await write(user, Object.fromEntries(Object.entries(all).map(([name, [content]]) => [name, content])));
  const findings = await axeFindings(page, 'the list', 'body');
  for (const [name, [, seen]] of Object.entries(all)) {
    await page.goto(`/f/w/${encodeURIComponent(name)}`);
    await seen(page).waitFor();
    findings.push(...(await axeFindings(page, name, 'main')));
  }
  await page.goto('/f/w/main.py?view=versions');
  await page.getByRole('navigation', { name: 'Versions of main.py' }).waitFor();
  findings.push(...(await axeFindings(page, 'versions', 'main')));
  await page.goto('/f/w?view=folder-versions');
  await page.getByRole('tab', { name: 'All files' }).click();
  await page.getByRole('list', { name: 'Files at this moment' }).waitFor();
  findings.push(...(await axeFindings(page, 'versions of a folder', 'main')));
  expect(findings).toEqual([]);
  // The check itself works.
  await page.getByRole('main').evaluate((main) => main.append(document.createElement('button')));
  expect(await axeFindings(page, 'a button without a name', 'main')).toHaveLength(1);
});
