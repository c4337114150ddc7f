import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import type { Person } from '../../infra/testing/product/product.js';
import { contentOf, drag, row, write } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';
import { PHOTO, SALES, writeSamples } from './sample-files.js';
import { expect, test } from './fixture.js';

test.beforeEach(({ user }) =>
  write(user, {
    'sales.csv': SALES,
    'clean.py': 'print("hello")\n',
    'Notes/Trip to Kyoto.md': '# Trip\n',
    'Notes/Packing list.md': '# Packing\n',
  }),
);

interface Conversation {
  messages: { role: string; files?: { path: string }[] }[];
}

const composerOf = (page: Page, user: Person) => {
  const composer = () => page.getByRole('group', { name: 'New message' });
  const field = () => page.getByRole('textbox', { name: 'Message' });
  const chips = () => composer().getByRole('list', { name: 'Goes along with the message' });
  return {
    composer,
    field,
    chips,
    chip: (name: string) => chips().getByRole('link', { name, exact: true }),
    isFocused: () => eventually(() => field().evaluate((element) => element === document.activeElement)),
    option: (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) }),
    /** Sends the message in the composer; returns the paths of its files. */
    sent: async (): Promise<string[]> => {
      const before = await page.getByRole('article', { name: 'You' }).count();
      await field().press('Enter');
      await page.getByRole('article', { name: 'You' }).nth(before).waitFor();
      await page.waitForURL(/chat=[0-9a-f-]{36}/);
      const id = new URL(page.url()).searchParams.get('chat')!;
      const { messages } = await user.json<Conversation>(`/api/conversations/${id}`);
      return messages.findLast(({ role }) => role === 'user')!.files?.map(({ path }) => path) ?? [];
    },
    /** Selects rows of the listing. */
    choose: async (...names: string[]): Promise<void> => {
      for (const [index, name] of names.entries())
        await row(page, name).click({ modifiers: index ? ['ControlOrMeta'] : [] });
    },
  };
};

test.describe('files and attachments of a message', () => {
  test("CH-05 'Ask Zo' adds the selected entries to the composer of a collapsed chat and sends nothing", async ({
    page,
    user,
  }) => {
    const { field, chips, chip, isFocused, sent, choose } = composerOf(page, user);
    await page.goto('/f/w');
    await choose('clean.py', 'sales.csv');
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Ask Zo' }).click();
    await chip('clean.py').waitFor();
    await chip('sales.csv').waitFor();
    await isFocused();
    expect(await page.getByRole('article', { name: 'You' }).count()).toBe(0);
    await saveScreenshots(page, 'composer-chips');
    await page.reload();
    await chip('clean.py').waitFor();
    await field().fill('what can you do?');
    expect(await sent()).toEqual(['w/clean.py', 'w/sales.csv']);
    const message = page.getByRole('article', { name: 'You' });
    await message.getByRole('link', { name: 'sales.csv' }).waitFor();
    expect(await chips().count()).toBe(0);
  });

  test('CH-05 chips are removed by the mouse, by Backspace in the empty field and by Delete', async ({
    page,
    user,
  }) => {
    const { composer, field, chips, chip, isFocused, choose } = composerOf(page, user);
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    await choose('clean.py', 'sales.csv', 'Notes');
    await page.getByRole('button', { name: 'Ask Zo' }).click();
    await chip('Notes').waitFor();
    await composer().getByRole('button', { name: 'Remove sales.csv' }).click();
    await isFocused();
    await field().press('Backspace');
    expect(await chips().getByRole('link').count()).toBe(1);
    await chips().getByRole('link').focus();
    await page.keyboard.press('Delete');
    await chips().waitFor({ state: 'detached' });
    await isFocused();
  });

  test('CH-05 FT-07 rows of the listing and of the tree can be dropped on the composer; they are not moved', async ({
    page,
    user,
  }) => {
    const { composer, field, chip, isFocused, sent } = composerOf(page, user);
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    await drag(page, row(page, 'clean.py'), composer());
    await chip('clean.py').waitFor();
    await drag(page, page.getByRole('treeitem', { name: /Notes$/ }), composer());
    await chip('Notes').waitFor();
    await isFocused();
    expect(await contentOf(user, 'clean.py')).toContain('hello');
    await field().fill('what can you do?');
    expect(await sent()).toEqual(['w/clean.py', 'w/Notes']);
  });

  test('UP-01 files dropped on the composer are uploaded and attached', async ({ page, user, tab, disk }) => {
    const { composer, field, chip, sent } = composerOf(page, user);
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    await composer().waitFor();
    writeSamples(disk);
    const cdp = await tab.context.newCDPSession(page);
    const box = (await composer().boundingBox())!;
    const data = { items: [], files: [join(disk, 'photo.png'), join(disk, 'code')], dragOperationsMask: 1 };
    const at = { x: box.x + box.width / 2, y: box.y + 30, data };
    await cdp.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
    await cdp.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
    await composer().getByText('Drop to add to the message').waitFor();
    await saveScreenshot(page, 'composer-drop');
    await cdp.send('Input.dispatchDragEvent', { type: 'drop', ...at });
    await chip('photo.png').waitFor();
    await chip('code').waitFor();
    await field().fill('what can you do?');
    expect((await sent()).sort()).toEqual(['w/Uploads/code', 'w/Uploads/photo.png']);
    await eventually(async () => (await contentOf(user, 'Uploads', 'code', 'README.md'))?.includes('Project'));
  });

  test('UP-07 pasted images are uploaded, each under its own name', async ({ page, user }) => {
    const { field, chips, sent } = composerOf(page, user);
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    const paste = (name: string) =>
      field().evaluate(
        (element, { bytes, file }) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([new Uint8Array(bytes)], file, { type: 'image/png' }));
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        },
        { bytes: [...PHOTO], file: name },
      );
    await paste('image.png');
    await chips()
      .getByRole('link', { name: /^Pasted .*\.png$/ })
      .waitFor();
    await paste('photo.png');
    await chips()
      .getByRole('link', { name: /^photo.*\.png$/ })
      .waitFor();
    await field().fill('what can you do?');
    const files = await sent();
    expect(files).toHaveLength(2);
    for (const path of files)
      expect((await user.fetch(`/api/file/${path.split('/').slice(1).join('/')}`)).ok).toBe(true);
  });

  test('CH-02 CH-05 ED-03 @ finds files and folders by name and opens folders', async ({ page, user }) => {
    const { field, chip, isFocused, option, sent } = composerOf(page, user);
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    await field().click();
    await page.keyboard.type('look at @');
    await page.getByText('Mention a file or folder', { exact: true }).waitFor();
    await option('Notes').waitFor();
    await saveScreenshot(page, 'composer-mention');
    await page.keyboard.type('kyoto');
    await option('Trip to Kyoto.md').waitFor();
    await page.keyboard.press('Enter');
    expect(await field().inputValue()).toContain('Trip to Kyoto.md ');
    await chip('Trip to Kyoto.md').waitFor();
    expect(await page.getByRole('article', { name: 'You' }).count()).toBe(0);

    await page.keyboard.type('and @Not');
    await option('Notes').waitFor();
    await page.keyboard.press('ArrowRight');
    await option('Packing list.md').waitFor();
    await option('Trip to Kyoto.md').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await option('Trip to Kyoto.md').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await chip('Packing list.md').waitFor();
    await page.keyboard.type('@nothinglikethis');
    await page.getByText('No results found', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No results found', { exact: true }).waitFor({ state: 'detached' });
    await isFocused();
    expect(await field().inputValue()).toContain('@nothinglikethis');
    await field().fill('what can you do?');
    expect(await sent()).toEqual(['w/Notes/Trip to Kyoto.md', 'w/Notes/Packing list.md']);
  });

  test('CH-02 an unfinished mention is removed when the field loses the focus', async ({ page, user }) => {
    const { field, option } = composerOf(page, user);
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    await field().fill('');
    await field().click();
    await page.keyboard.type('look at @sal');
    await option('sales.csv').waitFor();
    await page.getByRole('button', { name: 'Attach files' }).focus();
    await eventually(async () => (await field().inputValue()) === 'look at ');
  });

  test('/ lists the available commands, filters and runs them', async ({ page, user }) => {
    const { field, option } = composerOf(page, user);
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    await field().fill('');
    await field().click();
    await page.keyboard.type('/');
    await option('/new').waitFor();
    await saveScreenshot(page, 'composer-commands');
    await page.keyboard.type('se');
    await option('/new').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    expect(await field().inputValue()).toBe('search ');
    await field().fill('');
    await page.keyboard.type('/term');
    await page.keyboard.press('Tab');
    await page.locator('.xterm').first().waitFor();
    expect(await field().inputValue()).toBe('');
    await field().click();
    await page.keyboard.type('/term');
    await page.keyboard.press('Enter');
    await page.locator('.xterm').first().waitFor({ state: 'detached' });
  });

  test('the suggestions of a new chat do what they say', async ({ page, user }) => {
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    await page.getByRole('button', { name: /Start a note/ }).click();
    await eventually(async () => (await contentOf(user, 'Ideas.md')) !== null);
    await page.getByRole('article', { name: 'Answer' }).getByRole('link', { name: 'Ideas.md' }).last().waitFor();
    expect(await page.getByRole('article', { name: 'Answer' }).getByLabel('Failed').count()).toBe(0);
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    await page.getByRole('button', { name: /Start a note/ }).click();
    await eventually(async () => (await contentOf(user, 'Ideas.md'))?.match(/a first idea/g)?.length === 2);
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    await page.getByRole('button', { name: /How full is the disk/ }).click();
    await page.waitForURL(/\/system/);
    expect(await page.getByRole('article', { name: 'You' }).count()).toBe(0);
  });

  test('suggestions appear once it is known that the built-in helper answers', async ({ page, user }) => {
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/models/available', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/f/w?chat=new&chat_view=sidebar');
    await page.getByRole('group', { name: 'New message' }).waitFor();
    expect(await page.getByRole('button', { name: /Start a note/ }).count()).toBe(0);
    release();
    await page.getByRole('button', { name: /Start a note/ }).click();
    await eventually(async () => (await contentOf(user, 'Ideas.md'))?.includes('a first idea'));
  });
});
