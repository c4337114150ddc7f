import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { expect, test as base } from './fixture.js';
import { onDisk, row, write } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';
import { zipFile } from './zip-file.js';

const SITE: Record<string, string> = {
  'site/README.md': '# Harbour café',
  'site/index.html': '<h1>Harbour café</h1>'.repeat(40),
  'site/assets/logo.svg': '<svg/>',
  'site/assets/photos/harbour.jpg': 'x'.repeat(48_213),
  'site/assets/photos/terrace.jpg': 'x'.repeat(912_000),
  'site/menu/spring.csv': 'dish,price\nsoup,6\n',
  'site/menu/summer.csv': 'dish,price\nsalad,8\n',
  'site/notes.txt': 'Closed on Mondays',
};

const test = base.extend<{ workspace: string }>({
  /** The workspace of the user, on the disk of their computer. */
  workspace: async ({ product, user }, use) => {
    const disk = await onDisk(product, user);
    for (const [name, text] of Object.entries(SITE)) {
      mkdirSync(join(disk, 'sources', dirname(name)), { recursive: true });
      writeFileSync(join(disk, 'sources', name), text);
    }
    await use(disk);
  },
});

const pack = (disk: string, program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: join(disk, 'sources') });
const content = (page: Page, name: string) => page.getByRole('treegrid', { name: `Content of ${name}` });

/** A change of the width to that of a phone would begin with a new page, without what was chosen. */
async function saveBothModes(page: Page, name: string): Promise<void> {
  for (const mode of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: mode });
    await saveScreenshot(page, `${name}-${mode}-${page.viewportSize()!.width}`);
  }
}

test.describe('archives', () => {
  test('chats of an export of ChatGPT are imported, and lead to their report', async ({
    page,
    user,
    workspace: disk,
  }) => {
    const message = (role: string, text: string) => ({
      author: { role },
      content: { content_type: 'text', parts: [text] },
    });
    const mapping = {
      q: { parent: null, message: message('user', 'When do I prune roses?') },
      t: { parent: 'q', message: { ...message('assistant', ''), content: { content_type: 'thoughts' } } },
      a: { parent: 't', message: message('assistant', 'In late winter.') },
    };
    const chat = { title: 'Roses', conversation_id: 'r', create_time: 1_700_000_000, current_node: 'a', mapping };
    writeFileSync(join(disk, 'conversations.json'), JSON.stringify([chat]));
    execFileSync('zip', ['--quiet', 'chatgpt.zip', 'conversations.json'], { cwd: disk });
    await page.goto('/settings#connections');
    await page.getByRole('region', { name: 'Imports' }).waitFor();
    await saveScreenshots(page, 'settings-imports');
    await page.goto('/f/w/chatgpt.zip');
    await page.getByRole('button', { name: 'Import chats' }).waitFor();
    await saveBothModes(page, 'archive-chats');
    await page.getByRole('button', { name: 'Import chats' }).click();
    await page.getByText('Imported 1 chat with 2 messages').waitFor();
    await page.getByText('Not kept: 1 × thoughts.').waitFor();
    await saveBothModes(page, 'archive-chats-done');
    await page.getByRole('button', { name: 'Open report' }).click();
    await page.getByText('What could not be kept', { exact: false }).waitFor();
    const { conversations } = await user.json<{ conversations: { id: string }[] }>('/api/conversations');
    await page.goto(`/f?chat=${conversations[0]!.id}`);
    await page.getByText('In late winter.').waitFor();
  });

  test('a chat that was saved as JSON is imported from its file', async ({ page, user }) => {
    const said = (role: string, text: string, parent: string | null) => ({
      id: crypto.randomUUID(),
      parent_id: parent,
      role,
      created_at: '2024-02-01T10:00:00.000Z',
      parts: [{ type: 'text', text }],
      status: 'complete',
    });
    const question = said('user', 'Do newts sleep?', null);
    const times = { created_at: '2024-02-01T10:00:00.000Z', updated_at: '2024-02-01T10:00:00.000Z' };
    const messages = [question, said('assistant', 'In winter.', question.id)];
    const chat = { id: crypto.randomUUID(), title: 'Newts', ...times, messages };
    await write(user, { 'Newts.json': `${JSON.stringify(chat, null, 2)}\n` });
    await page.goto('/f/w/Newts.json');
    await page.getByRole('button', { name: 'Import chats' }).click();
    await page.getByText('Imported 1 chat with 2 messages').waitFor();
    await saveBothModes(page, 'saved-chat');
    const { conversations } = await user.json<{ conversations: { id: string }[] }>('/api/conversations');
    await page.goto(`/f?chat=${conversations[0]!.id}`);
    await page.getByText('In winter.').waitFor();
  });

  test('FV-01 a zip is shown as a tree, filtered, and extracted in parts', async ({ page, workspace: disk }) => {
    pack(disk, 'zip', '--quiet', '-r', '../site.zip', 'site');
    await page.goto('/f/w/site.zip');
    const tree = content(page, 'site.zip');
    await page.getByText('8 files', { exact: false }).waitFor();
    await tree.getByRole('row', { name: /^.*menu/ }).click();
    await tree.getByRole('row', { name: /spring\.csv/ }).waitFor();
    await tree.getByRole('checkbox', { name: 'Choose site/menu', exact: true }).check();
    await expect(tree.getByRole('checkbox', { name: 'Choose site/menu/spring.csv' })).toBeChecked();
    await saveBothModes(page, 'archive-selected');
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('jpg');
    await expect(tree.getByRole('row')).toHaveCount(2);
    await tree.getByRole('checkbox', { name: 'Choose site/assets/photos/harbour.jpg' }).check();
    await saveBothModes(page, 'archive-filter');
    await page.getByRole('button', { name: 'Extract selected' }).click();
    await page.getByText('Extracted 3 files to “site”').waitFor();
    await page.getByRole('button', { name: 'Open folder' }).click();
    await page.waitForURL('**/f/w/site');
    await row(page, 'menu').waitFor();
    expect(readFileSync(join(disk, 'site/menu/spring.csv'), 'utf8')).toBe(SITE['site/menu/spring.csv']);
    expect(existsSync(join(disk, 'site/README.md'))).toBe(false);
  });

  test('FV-01 an archive is used with the keyboard alone', async ({ page, workspace: disk }) => {
    pack(disk, 'tar', '-czf', '../site.tar.gz', 'site');
    await page.goto('/f/w/site.tar.gz');
    const tree = content(page, 'site.tar.gz');
    await tree.getByRole('row', { name: /README/ }).waitFor();
    await tree.focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'Space'])
      await page.keyboard.press(key);
    await expect(tree.getByRole('checkbox', { name: 'Choose site/assets/photos/harbour.jpg' })).toBeChecked();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(tree.getByRole('row', { name: /harbour/ })).toHaveCount(0);
  });

  test('FV-03 every kind of archive is listed, and extracted from the menu of its row', async ({
    page,
    workspace: disk,
  }) => {
    const makers: Record<string, () => unknown> = {
      'a.zip': () => pack(disk, 'zip', '--quiet', '-r', '../a.zip', 'site'),
      'b.tar': () => pack(disk, 'tar', '-cf', '../b.tar', 'site'),
      'c.tar.gz': () => pack(disk, 'tar', '-czf', '../c.tar.gz', 'site'),
      'd.tgz': () => pack(disk, 'tar', '-czf', '../d.tgz', 'site'),
      'e.tar.bz2': () => pack(disk, 'tar', '-cjf', '../e.tar.bz2', 'site'),
      'f.tar.xz': () => pack(disk, 'tar', '-cJf', '../f.tar.xz', 'site'),
    };
    for (const [name, make] of Object.entries(makers)) {
      make();
      await page.goto(`/f/w/${name}`);
      await content(page, name)
        .getByRole('row', { name: /README/ })
        .waitFor();
    }
    await page.goto('/f/w');
    for (const name of Object.keys(makers)) {
      await row(page, name).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Extract' }).click();
      const folder = name.split('.')[0]!;
      await page.getByText(`Extracted 8 files to “${folder}”`).waitFor();
      await row(page, folder).first().waitFor();
      expect(readFileSync(join(disk, folder, 'site/notes.txt'), 'utf8')).toBe('Closed on Mondays');
    }
  });

  test('FV-01 on a phone an archive is shown and extracted', async ({ page, workspace: disk }) => {
    pack(disk, 'zip', '--quiet', '-r', '../site.zip', 'site');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/f/w/site.zip');
    await content(page, 'site.zip')
      .getByRole('row', { name: /README/ })
      .waitFor();
    await content(page, 'site.zip').getByRole('checkbox', { name: 'Choose site/menu', exact: true }).check();
    await saveBothModes(page, 'archive-selected');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Extract all' }).click();
    await page.getByText('Extracted 8 files to “site”').waitFor();
    await saveBothModes(page, 'archive-extracted');
    expect(readFileSync(join(disk, 'site/notes.txt'), 'utf8')).toBe('Closed on Mondays');
    await page.getByRole('main').getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menuitem', { name: 'Extract' }).click();
    await page.getByText('Extracted 8 files to “site (2)”').waitFor();
  });

  test('FV-02 an archive with a password, a damaged one and a bomb say so, and leave nothing', async ({
    page,
    user,
    workspace: disk,
  }) => {
    pack(disk, 'zip', '--quiet', '-r', '-P', 'secret', '../locked.zip', 'site');
    await page.goto('/f/w/locked.zip');
    await page.getByText('Protected by a password.', { exact: false }).first().waitFor();
    await expect(page.getByRole('button', { name: 'Extract all' })).toBeDisabled();
    await saveScreenshots(page, 'archive-locked');
    await write(user, { 'half.zip': zipFile(SITE).subarray(0, 300) });
    await page.goto('/f/w/half.zip');
    await page.getByText('The archive is damaged or incomplete.', { exact: false }).waitFor();
    await saveScreenshots(page, 'archive-damaged');
    const member = gzipSync(Buffer.alloc(16 * 1024 * 1024));
    writeFileSync(join(disk, 'bomb.gz'), Buffer.concat(new Array<Buffer>(64).fill(member)));
    await page.goto('/f/w/bomb.gz');
    await page.getByRole('button', { name: 'Extract all' }).click();
    await page.getByText('unpacks to more than 250 times its size', { exact: false }).waitFor();
    expect(['locked', 'half', 'bomb'].filter((name) => existsSync(join(disk, name)))).toEqual([]);
  });

  test('FV-01 a large archive says that it is not listed whole, and its extraction is cancelled from the toast', async ({
    page,
    workspace: disk,
  }) => {
    const many = Array.from({ length: 40_000 }, (_none, n) => [`many/note ${n}.txt`, 'x']);
    writeFileSync(join(disk, 'slow.zip'), zipFile(Object.fromEntries(many)));
    await page.goto('/f/w/slow.zip');
    await page.getByText('The first 5,000 of 40,000 entries are listed; “Extract all” takes every one.').waitFor();
    await saveScreenshots(page, 'archive-many');
    await page.getByRole('button', { name: 'Extract all' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Extraction cancelled, nothing was kept.').waitFor();
    // What is in the making has a hidden name.
    await eventually(() => readdirSync(disk).every((name) => !name.startsWith('.zo-') && name !== 'slow'));
  });
});
