import { eventually } from '@zo/testing/eventually';
import { contentOf, write } from './page-objects.js';
import { PHOTO } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './script-traps.js';

const README = `<p align="center">
  <a href="docs/guide.md"><img src="logo.png" alt="Logo" width="120"></a>
  <br>
  <b>Fast</b> &amp; small: press <kbd>Ctrl</kbd>+<kbd>S</kbd>
</p>

<h1 align="center">The tool</h1>

<a href="#changes"><img src="logo.png" alt="Badge"></a> <img src="gone.png" alt="Gone">

<details>
<summary>More of it</summary>
<ul><li>Hidden at first</li></ul>
</details>

<!-- A comment -->

## Changes

See [1.0.0], not [todo]. H<sub>2</sub>O, <b>bold and *both*</b>, a <a href="docs/guide.md">way</a>.

| Keys |
| - |
| <kbd>Ctrl</kbd>+<kbd>C</kbd><br>copies |

[1.0.0]: docs/guide.md
`;

test('ED-02 HTML in a note is shown as what it describes, and edited as its source', async ({ page, user }) => {
  await write(user, { 'README.md': README, 'logo.png': PHOTO, 'docs/guide.md': '# The guide\n' });
  await page.goto('/f/w/README.md');
  const note = page.getByRole('textbox', { name: 'Text of README.md' });
  const shown = note.getByRole('img', { name: 'Logo' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(shown).toHaveCSS('width', '120px');
  await expect(note.getByRole('heading', { name: 'The tool' })).toHaveCSS('text-align', 'center');
  await expect(note.locator('kbd').first()).toHaveText('Ctrl');
  await expect(note.getByRole('img', { name: 'Badge' })).toBeVisible();
  await note.getByText('Failed to load image').waitFor();
  await note.getByText('<!-- A comment -->').waitFor();
  await expect(note.getByRole('listitem').getByText('Hidden at first')).toBeHidden();
  await note.locator('summary').click();
  await expect(note.getByRole('listitem').getByText('Hidden at first')).toBeVisible();
  await expect(note.getByRole('link', { name: '[1.0.0]' }).last()).toHaveAttribute('href', '/f/w/docs/guide.md');
  await expect(note.getByRole('link', { name: '[todo]' })).toHaveCount(0);
  await expect(note.locator('sub')).toHaveText('2');
  await expect(note.locator('b em')).toHaveText('both');
  await expect(note.locator('td kbd')).toHaveText(['Ctrl', 'C']);
  await expect(note.getByRole('link', { name: 'way', exact: true })).toHaveAttribute('href', '/f/w/docs/guide.md');
  const [keys, copies] = [note.locator('td kbd').first(), note.locator('td').getByText('copies')];
  expect((await copies.boundingBox())!.y).toBeGreaterThan((await keys.boundingBox())!.y + 10);
  await saveScreenshots(page, '4-note-html');

  await note.getByRole('heading', { name: 'The tool' }).hover();
  const heading = note.locator('.note-block').filter({ has: page.getByRole('heading', { name: 'The tool' }) });
  await heading.getByRole('tab', { name: 'Edit' }).click();
  await expect(note.getByRole('heading', { name: 'The tool' })).toHaveCount(0);
  for (let n = 0; n < '</h1>'.length; n++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' of all');
  await eventually(
    async () => (await contentOf(user, 'README.md')) === README.replace('The tool</h1>', 'The tool of all</h1>'),
  );
  await note.getByRole('tab', { name: 'View', exact: true, selected: false }).click();
  await note.getByRole('heading', { name: 'The tool of all' }).waitFor();

  // Text with a look of its own is written like any other.
  await note.locator('sub').click();
  await page.keyboard.type('x');
  await eventually(async () => /H<sub>(?:x2|2x)<\/sub>O/.test((await contentOf(user, 'README.md'))!));
  await note.locator('sub', { hasText: 'x' }).waitFor();

  // Words of HTML are found where they are shown, once.
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find in README.md' });
  await bar.getByRole('textbox', { name: 'Find' }).fill('The tool');
  await expect(bar.getByRole('status')).toHaveText('1 of 1');

  await shown.click();
  await page.getByRole('heading', { name: 'The guide' }).waitFor();
});

test('S5 ED-02 nothing in the HTML of a note runs or sends requests', async ({ page, user, canary }) => {
  const attacks = [
    `<p>one</p><script>zoTrap(1)</script><script src="${canary.url}/s.js"></script>`,
    `<img src="${canary.url}/i.png" onerror="zoTrap(1)" alt="web">`,
    `<p style="background:url(${canary.url}/b)" onclick="zoTrap(1)">two</p>`,
    `<a href="javascript:zoTrap(1)">three</a>\n<a href="data:text/html,x">four</a>`,
    `<svg onload="zoTrap(1)"><image href="${canary.url}/v.png"/></svg>`,
    `<picture><source srcset="${canary.url}/p.png"><img src="x" onerror=zoTrap(1) alt="none"></picture>`,
    `<iframe srcdoc="<script>parent.zoTrap(1)</script>"></iframe>`,
    `<base href="${canary.url}/"><form action="/api/x"><input autofocus onfocus="zoTrap(1)"></form>`,
    `<link rel="stylesheet" href="${canary.url}/c.css"><meta http-equiv="refresh" content="0;url=${canary.url}">`,
    `<p title="a<b" onmouseover="zoTrap(1)">five</p>`,
  ];
  await write(user, { 'Attack.md': `# Attack\n\n${attacks.join('\n\n')}\n\nThe end\n` });
  await page.goto('/f/w/Attack.md');
  const note = page.getByRole('textbox', { name: 'Text of Attack.md' });
  await note.getByText('The end').waitFor();
  await note.getByText('Failed to load image').waitFor();
  await note.getByText('two', { exact: true }).click();
  await note.getByText('three', { exact: true }).first().click();
  await expect(note.locator('a[href^="javascript:"], a[href^="data:"]')).toHaveCount(0);
  await expect(note.locator('script, style, form, input, iframe, svg image, base, meta, link')).toHaveCount(0);
});
