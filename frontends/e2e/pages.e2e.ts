import type { Frame, Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { expect, test } from './script-traps.js';
import { PHOTO } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';
import { write } from './page-objects.js';

/** What the script in a page reaches, as it reports it in its own text. */
const PROBE = (elsewhere: string) => `<!doctype html>
<title>Report</title>
<link rel="stylesheet" href="style.css">
<h1>Report</h1><p id="styled">Styled by a file beside it</p><img src="photo.png" alt="photo"><pre id="out">running</pre>
<script src="beside.js"></script>
<script>
const tries = {
  origin: () => self.origin,
  cookie: () => document.cookie,
  storage: () => localStorage.length,
  parent: () => parent.document.title,
  top: () => { top.location.href = ${JSON.stringify(elsewhere)}; return 'left'; },
  popup: () => String(open(${JSON.stringify(elsewhere)})),
  app: () => fetch('http://' + location.host.replace(/^[^.]+\\./, '') + '/api/auth/me').then((a) => a.status),
  itself: () => fetch(location.href).then((a) => a.status),
  elsewhere: () => fetch(${JSON.stringify(elsewhere)}).then((a) => a.status),
  beacon: () => navigator.sendBeacon(${JSON.stringify(elsewhere)}),
  image: () => new Promise((done, fail) => Object.assign(new Image(), { onload: done, onerror: () => fail('blocked'), src: ${JSON.stringify(`${elsewhere}/pixel`)} })),
  worker: () => new Promise((done, fail) => { new Worker(URL.createObjectURL(new Blob(['1']))).onerror = () => fail('blocked'); }),
};
(async () => {
  const found = { beside: self.beside };
  for (const [name, attempt] of Object.entries(tries))
    found[name] = await Promise.resolve().then(attempt).then(String, () => 'refused');
  document.querySelector('#out').textContent = JSON.stringify(found);
})();
</script>`;

/** The frame that shows a file. */
async function frameOf(page: Page, name: string): Promise<Frame> {
  const element = await page.locator(`iframe[title="${name}"]`).elementHandle();
  return (await element!.contentFrame())!;
}

test.describe('pages', () => {
  test.use({ expectedErrors: [/Content Security Policy|sandbox|CSP|SecurityError/i] });

  test('FV-01 S5 an HTML file runs in a sandbox that reaches neither the app nor the network', async ({
    page,
    user,
    canary,
  }) => {
    await write(user, {
      'report.html': PROBE(canary.url),
      'style.css': '#styled { color: rgb(1, 2, 3) }',
      'beside.js': 'self.beside = "ran";',
      'photo.png': PHOTO,
    });
    await page.goto('/f/w/report.html');
    const frame = await frameOf(page, 'report.html');
    await frame.getByRole('heading', { name: 'Report' }).waitFor();
    const out = frame.locator('#out');
    await eventually(async () => (await out.textContent())!.startsWith('{'));
    expect(JSON.parse((await out.textContent())!)).toEqual({
      beside: 'ran',
      origin: 'null',
      cookie: 'refused',
      storage: 'refused',
      parent: 'refused',
      top: 'refused',
      popup: 'null',
      app: 'refused',
      itself: 'refused',
      elsewhere: 'refused',
      beacon: expect.any(String),
      image: 'refused',
      worker: 'refused',
    });
    expect(await frame.locator('#styled').evaluate((node) => getComputedStyle(node).color)).toBe('rgb(1, 2, 3)');
    await eventually(() => frame.getByAltText('photo').evaluate((node: HTMLImageElement) => node.naturalWidth === 10));
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
    expect(new URL(page.url()).pathname).toBe('/f/w/report.html');
    await saveScreenshots(page, 'html');
  });

  test('FV-01 S5 a page in the frame cannot go elsewhere', async ({ page, user, canary }) => {
    await write(user, { 'away.html': `<h1>Away</h1><script>location.href = '${canary.url}/away'</script>` });
    await page.goto('/f/w/away.html');
    await page.locator('iframe[title="away.html"]').waitFor();
    const blocked = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
          // A new version of the frame tries it again, whether or not it was stopped before this listener.
          const frame = document.querySelector('iframe')!;
          frame.src = String(frame.src);
        }),
    );
    expect(blocked).toBe('frame-src');
  });

  test('FV-01 shows the saved text again after an edit in the raw editor', async ({ page, user }) => {
    await write(user, { 'edit.html': '<h1>First</h1>' });
    await page.goto('/f/w/edit.html');
    await page.frameLocator('iframe').getByRole('heading', { name: 'First' }).waitFor();
    await page.getByRole('button', { name: 'Raw editor' }).click();
    const editor = page.getByRole('textbox', { name: 'Text of edit.html' });
    await editor.fill('<h1>Second</h1>');
    await editor.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Page' }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Second' }).waitFor();
  });

  test('FV-02 an empty page is shown empty', async ({ page, user }) => {
    await write(user, { 'empty.html': '' });
    await page.goto('/f/w/empty.html');
    const frame = await frameOf(page, 'empty.html');
    await eventually(async () => /^http:\/\/[0-9a-f]{32}\.localhost/.test(frame.url()));
    expect(await frame.locator('body').textContent()).toBe('');
  });
});
