import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { eventually } from '@zo/testing/eventually';
import { expect, test } from './fixture.js';
import { write } from './page-objects.js';
import { HEIC_PHOTO, PHOTO } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';
import { OFFICE, paragraph, wordFile } from './zip-file.js';

const FONT = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

const FRAME =
  '<style scoped>td { color: red }</style><table><thead><tr><th></th><th>month</th><th>churn</th></tr></thead>' +
  '<tbody><tr><th>0</th><td>March</td><td>3.1</td></tr><tr><th>1</th><td>April</td><td>2.2</td></tr></tbody></table>';
const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', source: ['# Churn\n', '\n', 'By **month**, from [the sales](sales.csv).'] },
    {
      cell_type: 'code',
      execution_count: 12,
      source: ['import pandas as pd\n', 'frame = pd.read_csv("sales.csv")\n', 'frame'],
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['2 rows\n'] },
        { output_type: 'execute_result', execution_count: 12, data: { 'text/html': FRAME, 'text/plain': 'a table' } },
        { output_type: 'display_data', data: { 'image/png': PHOTO.toString('base64'), 'text/plain': '<Figure>' } },
      ],
    },
    {
      cell_type: 'code',
      execution_count: null,
      source: '1 / 0',
      outputs: [
        {
          output_type: 'error',
          ename: 'ZeroDivisionError',
          evalue: 'division by zero',
          traceback: ['\u001b[0;31mZeroDivisionError\u001b[0m: division by zero'],
        },
      ],
    },
  ],
});

const PICTURE =
  '<w:p><w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><wp:inline><wp:extent cx="952500" ' +
  'cy="952500"/><a:graphic><a:graphicData ' +
  'uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip ' +
  'r:embed="image"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" ' +
  'cy="952500"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
const LETTER = wordFile({
  body: [
    paragraph('Dear customer', '<w:pPr><w:jc w:val="center"/></w:pPr>'),
    '<w:p><w:hyperlink r:id="web"><w:r><w:t>Our page</w:t></w:r></w:hyperlink></w:p>',
    '<w:p><w:hyperlink w:anchor="end"><w:r><w:t>To the end</w:t></w:r></w:hyperlink></w:p>',
    PICTURE,
    ...Array.from({ length: 60 }, (_none, n) => paragraph(`Paragraph ${n}`)),
    '<w:p><w:bookmarkStart w:id="1" w:name="end"/><w:bookmarkEnd w:id="1"/><w:r><w:t>Kind regards</w:t></w:r></w:p>',
  ].join(''),
  links: { web: 'https://example.com/' },
  relations:
    '<Relationship Id="image" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" ' +
    'Target="media/image.png"/>',
  files: { 'word/media/image.png': PHOTO },
});

test.describe('documents', () => {
  test('FV-01 shows a notebook with its outputs, and in the raw editor', async ({ page, user }) => {
    await write(user, { 'churn.ipynb': NOTEBOOK });
    await page.goto('/f/w/churn.ipynb');
    const cells = page.getByRole('region', { name: 'churn.ipynb' }).getByRole('listitem', { name: /^Cell/ });
    await page.getByRole('heading', { name: 'Churn', exact: true }).waitFor();
    expect(await cells.count()).toBe(3);
    await cells.nth(1).locator('.tok-keyword', { hasText: 'import' }).waitFor();
    await cells.nth(1).getByText('[12]', { exact: true }).waitFor();
    await cells.nth(1).getByText('2 rows').waitFor();
    await cells.nth(1).getByRole('cell', { name: 'April' }).waitFor();
    await cells.nth(1).getByRole('columnheader', { name: 'churn' }).waitFor();
    await eventually(() =>
      cells
        .nth(1)
        .getByRole('img', { name: '<Figure>' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth === 10),
    );
    await cells.nth(2).getByText('ZeroDivisionError: division by zero', { exact: true }).waitFor();
    await saveScreenshots(page, 'notebook');
    await page.getByRole('button', { name: 'Raw editor' }).click();
    await page.getByRole('textbox', { name: 'Text of churn.ipynb' }).waitFor();
  });

  test('FV-01 shows a Word document with its image and links', async ({ page, user }) => {
    await write(user, { 'letter.docx': LETTER });
    await page.goto('/f/w/letter.docx');
    await page.getByText('Dear customer', { exact: true }).waitFor();
    await eventually(() =>
      page
        .getByRole('region', { name: 'letter.docx' })
        .getByRole('img', { name: 'Picture' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth === 10),
    );
    const link = page.getByRole('link', { name: 'Our page' });
    expect([
      await link.getAttribute('href'),
      await link.getAttribute('target'),
      await link.getAttribute('rel'),
    ]).toEqual(['https://example.com/', '_blank', 'noopener noreferrer']);
    const isInView = () =>
      page
        .getByText('Kind regards')
        .evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight && location.hash === '');
    expect(await isInView()).toBe(false);
    await page.getByRole('link', { name: 'To the end' }).click();
    await eventually(isInView);
    await saveScreenshots(page, 'docx');
  });

  test('FV-01 fits pictures and tables of a Word document into a phone', async ({ page, user }) => {
    const wide = PICTURE.replaceAll('952500', '5700000');
    const cell = `<w:tc><w:tcPr><w:tcW w:w="1800" w:type="dxa"/></w:tcPr>${paragraph('Some words')}</w:tc>`;
    const table =
      `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid>${'<w:gridCol w:w="1800"/>'.repeat(5)}` +
      `</w:tblGrid><w:tr>${cell.repeat(5)}</w:tr></w:tbl>`;
    await write(user, {
      'wide.docx': wordFile({
        body: wide + table,
        relations: `<Relationship Id="image" Type="${OFFICE}/image" Target="media/image.png"/>`,
        files: { 'word/media/image.png': PHOTO },
      }),
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/f/w/wide.docx');
    await page.getByText('Some words').first().waitFor();
    const right = (part: string) =>
      page
        .getByRole('region', { name: 'wide.docx' })
        .locator(part)
        .evaluate((element) => element.getBoundingClientRect().right);
    expect([await right('img'), await right('table')].filter((at) => at > 390)).toEqual([]);
  });

  test('FV-01 decodes a HEIC image', async ({ page, user }) => {
    await write(user, { 'photo.heic': HEIC_PHOTO });
    await page.goto('/f/w/photo.heic');
    const image = page.getByRole('img', { name: 'photo.heic' });
    await image.waitFor();
    await page.getByText('64 × 48', { exact: true }).waitFor();
    const isDrawn = await image.evaluate(
      (canvas: HTMLCanvasElement) => canvas.getContext('2d')!.getImageData(60, 40, 1, 1).data[0]! > 150,
    );
    expect(isDrawn).toBe(true);
  });

  test('FV-03 shows samples of a font', async ({ page, user }) => {
    await write(user, { 'inter.woff2': readFileSync(FONT) });
    await page.goto('/f/w/inter.woff2');
    await page.getByRole('region', { name: 'inter.woff2' }).waitFor();
    await page.getByRole('textbox', { name: 'Sample text' }).fill('Grüße aus Köln');
    const sample = page.getByRole('definition').first();
    expect(await sample.textContent()).toBe('Grüße aus Köln');
    expect(await sample.evaluate((node) => document.fonts.check(`48px ${getComputedStyle(node).fontFamily}`))).toBe(
      true,
    );
    await saveScreenshots(page, 'font');
  });

  test('FV-02 a damaged or empty file says so', async ({ page, user }) => {
    for (const [name, content, sentence] of [
      ['cut.docx', LETTER.subarray(0, LETTER.length - 300), 'This document is damaged and can’t be shown here.'],
      ['photo.docx', PHOTO, 'This document is damaged and can’t be shown here.'],
      [
        'bomb.docx',
        wordFile({ body: paragraph(' '.repeat(40_000_000)) }),
        'This document is damaged and can’t be shown here.',
      ],
      ['empty.docx', '', 'This document is empty.'],
      ['cut.heic', HEIC_PHOTO.subarray(0, 420), 'This image is damaged and can’t be shown here.'],
      ['photo.heic', PHOTO, 'This image is damaged and can’t be shown here.'],
      ['empty.heic', '', 'This image is empty.'],
      ['cut.woff2', readFileSync(FONT).subarray(0, 5_000), 'This font is damaged and can’t be shown here.'],
      ['photo.ttf', PHOTO, 'This font is damaged and can’t be shown here.'],
      ['cut.ipynb', NOTEBOOK.slice(0, -20), 'This notebook is damaged and can’t be shown here.'],
      ['empty.ipynb', '', 'This notebook is empty.'],
      ['empty.csv', '', 'This table is empty.'],
      ['empty.jsonl', '', 'This table is empty.'],
      ['empty.jpg', '', 'This image is empty.'],
      ['empty.mp3', '', 'This recording is empty.'],
      ['empty.mp4', '', 'This video is empty.'],
      ['empty.zip', '', 'This archive is empty.'],
      ['list.ipynb', '[]', 'This notebook is damaged and can’t be shown here.'],
    ] as const)
      await test.step(`${name}: ${sentence}`, async () => {
        await write(user, { [name]: content });
        await page.goto(`/f/w/${name}`);
        await page.getByRole('main').getByText(sentence, { exact: true }).waitFor();
      });
  });
});
