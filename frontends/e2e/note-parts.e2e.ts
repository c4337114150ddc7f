import { eventually } from '@zo/testing/eventually';
import { contentOf, write } from './page-objects.js';
import { expect, type Page, test } from './fixture.js';
import { saveScreenshots } from './screenshots.js';

const textOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Text of ${name}` });

test.describe('parts of a note that are drawn', () => {
  test('ED-02 a formula within text is drawn, edited as its source, and keeps its bytes', async ({ page, user }) => {
    const text = 'Euler: $e^{i\\pi}$ costs $5 and $$\\nope$$.\n\nEnd.\n';
    await write(user, { 'Inline.md': text });
    await page.goto('/f/w/Inline.md');
    const note = textOf(page, 'Inline.md');
    await note.getByText('KaTeX render error:').waitFor();
    await note.locator('.note-formula', { has: page.locator('.katex') }).click();
    await note.locator('.katex').waitFor({ state: 'detached' });
    await expect(note).toBeFocused();
    await page.keyboard.type('+1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('!');
    await note.locator('.katex').waitFor();
    await note.getByText('End.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' With $x^2$, too');
    await expect(note.locator('.katex')).toHaveCount(2);
    await saveScreenshots(page, '4-note-inline-formula');
    const wanted = text.replace('\\pi}$', '\\pi}+1$!').replace('End.', 'End. With $x^2$, too');
    await eventually(async () => (await contentOf(user, 'Inline.md')) === wanted);
  });

  test('ED-02 writing goes on below code at the end of a note, by a press there and by arrow down', async ({
    page,
    user,
  }) => {
    const code = '```js\nlet a;\n```\n';
    await write(user, { 'Pressed.md': code, 'Typed.md': code });
    await page.goto('/f/w/Pressed.md');
    await page.getByRole('textbox', { name: 'Text of Pressed.md' }).getByText('let a;').waitFor();
    const scroller = page.locator('[data-note-scroller]');
    const { height } = (await scroller.boundingBox())!;
    await scroller.click({ position: { x: 200, y: height - 20 } });
    await page.keyboard.type('below');
    await eventually(async () => (await contentOf(user, 'Pressed.md')) === `${code}\nbelow\n`);
    await page.goto('/f/w/Typed.md');
    await page.getByRole('textbox', { name: 'Text of Typed.md' }).getByText('let a;').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('below');
    await eventually(async () => (await contentOf(user, 'Typed.md')) === `${code}\nbelow\n`);
  });

  test('ED-02 a footnote is shown where it is referred to, and one without text says so', async ({ page, user }) => {
    await write(user, { 'Foot.md': 'One[^1] and two[^2].\n\n[^1]: The source, in full.\n' });
    await page.goto('/f/w/Foot.md');
    const note = textOf(page, 'Foot.md');
    await note.getByRole('link', { name: '1', exact: true }).hover();
    await page.getByRole('dialog', { name: '1' }).getByText('The source, in full.').waitFor();
    await page.keyboard.press('Escape');
    await note.getByRole('link', { name: '2', exact: true }).click();
    await page.getByRole('dialog', { name: '2' }).getByText('No citation found.').waitFor();
  });
});

test.describe('pages of other sites in notes', () => {
  test.use({ expectedErrors: [/Unsafe attempt to initiate navigation|permission to navigate the target frame/] });

  test('ED-02 S5 a page of another site is asked for only after a click, in a frame of the content origin', async ({
    page,
    user,
  }) => {
    const asked: string[] = [];
    await page.route('https://*.example/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        contentType: 'text/html',
        body: '<h1>Film</h1><script>top.location = "/logout"</script>',
      });
    });
    const code = '<iframe src="https://video.example/embed/1?a=1&amp;b=2" title="A film" allowfullscreen></iframe>';
    const text = `Before.\n\n${code}\n\n<iframe src="http://plain.example"></iframe>\n\nEnd.\n`;
    await write(user, { 'Film.md': text });
    await page.goto('/f/w/Film.md');
    const note = textOf(page, 'Film.md');
    await note.getByText('Nothing is loaded from video.example').waitFor();
    await saveScreenshots(page, '4-note-embed');
    expect(asked).toEqual([]);
    await note.getByRole('button', { name: 'Show the page' }).click();
    const frame = note.locator('iframe');
    await frame.contentFrame().locator('iframe').contentFrame().getByRole('heading', { name: 'Film' }).waitFor();
    expect(asked).toEqual(['https://video.example/embed/1?a=1&b=2']);
    expect(await frame.evaluate((node) => [node.clientWidth, node.clientHeight])).toEqual([560, 315]);
    expect(new URL((await frame.getAttribute('src'))!).hostname).toBe('embed.localhost');
    // The frame could not navigate the app.
    await note.getByText('End.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Seen.');
    await eventually(async () => (await contentOf(user, 'Film.md')) === text.replace('End.', 'End. Seen.'));
    await note.getByRole('tab', { name: 'Edit' }).click();
    await note.getByText('https://video.example/embed/1?a=1&amp;b=2').waitFor();
  });
});
