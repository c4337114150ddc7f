import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { addModel } from './page-objects.js';
import { payloads } from './payloads.js';
import { badLinks, expect, settled, test } from './script-traps.js';

const MIN = 600;
const ALL = payloads();

/** Triggers event handlers on the page: hovering, clicking, scrolling, painting. */
async function provoke(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('main *, [role=log] *')) {
      for (const type of ['mouseover', 'pointerenter', 'focus', 'focusin', 'toggle', 'load', 'error', 'animationstart'])
        element.dispatchEvent(new Event(type, { bubbles: false }));
    }
    document.querySelectorAll('main *').forEach((element) => (element.scrollTop = element.scrollHeight));
  });
  await settled(page);
}
const mark = (n: number) => `end-of-all-${n}`;

test.describe('payloads', () => {
  // What a framed page tries is refused with these words.
  test.use({ expectedErrors: [/Blocked autofocusing on|Blocked a frame with origin "null" from accessing/] });

  test(`S5 there are at least ${MIN}, and the trap works`, async ({ page, caught }) => {
    expect(new Set(ALL).size).toBeGreaterThanOrEqual(MIN);
    await page.goto('/f/w');
    await page.evaluate(() => (globalThis as unknown as { zoTrap(n: number): void }).zoTrap(0));
    await eventually(() => caught.length > 0);
    expect(caught.splice(0)).toEqual(['script 0 ran']);
  });

  for (const [what, name, contentOf] of [
    ['a note', 'note.md', (all: readonly string[]) => `${all.join('\n\n')}\n\n${mark(0)}`],
    ['code', 'code.html', (all: readonly string[]) => `${mark(0)}\n${all.join('\n')}`],
    ['plain text', 'text.txt', (all: readonly string[]) => `${mark(0)}\n${all.join('\n')}`],
    [
      'JavaScript',
      'code.js',
      (all: readonly string[]) => `${mark(0)}\n${all.map((text) => JSON.stringify(text)).join('\n')}`,
    ],
    ['JSON', 'data.json', (all: readonly string[]) => JSON.stringify([mark(0), ...all])],
    [
      'a sheet',
      'cells.sheet.json',
      (all: readonly string[]) =>
        JSON.stringify({ worksheets: [{ data: [[mark(0)], ...all.map((text) => [text, `=${text}`, `="${text}"`])] }] }),
    ],
    [
      'a table',
      'table.csv',
      (all: readonly string[]) =>
        `${mark(0)},b\n${all.map((text) => `"${text.replaceAll('"', '""')}",${JSON.stringify(text.replaceAll('"', "'"))}`).join('\n')}`,
    ],
    [
      'an image',
      'picture.svg',
      (all: readonly string[]) =>
        `<svg xmlns="http://www.w3.org/2000/svg"><desc>${mark(0)}</desc>${all.join('')}</svg>`,
    ],
    ['no image', 'picture.png', (all: readonly string[]) => all.join('')],
    ['no sound', 'sound.mp3', (all: readonly string[]) => all.join('')],
    ['no film', 'film.mp4', (all: readonly string[]) => all.join('')],
    ['bytes', 'blob.bin', (all: readonly string[]) => `\0${all.join('')}`],
  ] as const)
    test(`S5 FV-01 none of them runs as ${what}`, async ({ page, user, caught }) => {
      await user.json('/api/files/write', {
        root: 'w',
        path: [name],
        content: contentOf(ALL),
        base: { absent: true },
      });
      await page.goto(`/f/w/${name}`);
      await page.getByRole('navigation', { name: 'Path' }).getByRole('heading').waitFor();
      await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      await provoke(page);
      expect(await badLinks(page)).toEqual([]);
      expect(caught).toEqual([]);
    });

  test('S5 FT-13 none of them runs as a name in the listing, the tree, the title and the search', async ({
    page,
    user,
    caught,
  }) => {
    const names = ALL.map((text) => text.replaceAll(/[/\0\n]/g, '|')).filter((text) => Buffer.byteLength(text) <= 200);
    expect(names.length).toBeGreaterThan(500);
    await user.json('/api/files/create', { root: 'w', path: ['Names'], type: 'folder' });
    for (let from = 0; from < names.length; from += 8)
      await Promise.all(
        names.slice(from, from + 8).map((name, n) =>
          user.post('/api/files/write', {
            root: 'w',
            path: ['Names', `${from + n}${name}`],
            content: 'x',
            base: { any: true },
          }),
        ),
      );
    await page.goto('/f/w/Names');
    await page.getByRole('row').nth(3).waitFor();
    for (let step = 0; step < 12; step++) {
      await provoke(page);
      await page.mouse.move(700, 500);
      await page.mouse.wheel(0, 1_500);
    }
    for (const n of [0, 200, 400, names.length - 1])
      await page.goto(`/f/w/Names/${encodeURIComponent(`${n}${names[n]}`)}`).then(() => provoke(page));
    expect(await badLinks(page)).toEqual([]);
    expect(caught).toEqual([]);
  });
});

test.describe('payloads in a chat', () => {
  test.use({ asOwner: true });

  test('S5 CH-01 none of them runs as a question, answer, reasoning and title of a chat', async ({
    page,
    user,
    provider,
    caught,
  }) => {
    const model = await addModel(user, provider, { label: ALL[3]!.slice(0, 90) });
    provider.script((answer) => (answer.text(`${ALL.join('\n\n')}\n\n${mark(1)}`), answer.end()));
    const sent = await user.json<{ conversation_id: string; run_id: string }>('/api/conversations/new/messages', {
      text: ALL.slice(0, 200).join('\n\n'),
      model,
    });
    await user.post(`/api/conversations/${sent.conversation_id}`, { title: ALL[0] }, 'PATCH');
    await page.goto(`/f/w?chat=${sent.conversation_id}`);
    await page.getByText(mark(1)).waitFor();
    await provoke(page);
    expect(await badLinks(page)).toEqual([]);
    expect(caught).toEqual([]);
  });
});
