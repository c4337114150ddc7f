import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@zo/testing/eventually';
import { axeFindings } from './axe.js';
import { OwnMachine } from './own-machine.js';
import { addModel, bringFiles, contentOf, hold, partly, row as rowOf, upload } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, PARTS, test } from './uploader.js';

// Only the owner may use a fake provider.
test.use({ asOwner: true });

test('PC-02 a machine paired by a code has a root, a terminal and commands after a yes, until removed', async ({
  page,
  disk,
  user,
  provider,
}) => {
  const machine = new OwnMachine(disk);
  try {
    await page.goto('/settings#machines');
    await page.getByRole('button', { name: 'Connect a machine' }).click();
    const command = await page.getByLabel('Command', { exact: true }).innerText();
    await saveScreenshots(page, 'machines-pairing');
    const [, program, ...args] = /^npx -y (\S+) (.+)$/
      .exec(command)!
      .flatMap((part, n) => (n === 2 ? part.split(' ') : part));
    const download = await fetch(program!);
    expect([download.status, download.headers.get('content-type')]).toEqual([200, 'application/gzip']);

    const first = machine.start([...args, '--name', 'laptop']);
    const row = page.getByRole('group', { name: 'laptop' });
    await row.getByText('Connected').waitFor();
    await page.getByText('“laptop” is connected').waitFor();
    await expect(page.getByLabel('Command', { exact: true })).toHaveCount(0);
    expect(await axeFindings(page, 'machines', 'main')).toEqual([]);
    await saveScreenshots(page, 'machines');
    // A code is for one machine.
    expect((await machine.start([...args, '--name', 'other']).ended)[0]).toBe(1);
    expect(machine.keepsUploads(new URL(program!).host)).toBe(true);

    await page.keyboard.press('Control+Backquote');
    await page.locator('.xterm-helper-textarea').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'New terminal' }).click();
    await page.getByRole('menuitem', { name: 'laptop' }).click();
    await page.getByRole('group', { name: 'Terminals' }).getByText('laptop').waitFor();
    const attached = page.locator('[aria-busy="false"] .xterm-helper-textarea');
    await expect(attached).toHaveCount(2);
    await attached.last().focus();
    await page.keyboard.type('pwd > here.txt; echo kept by the "laptop"\n');
    await page.locator('.xterm-rows').getByText('kept by the laptop').waitFor();
    await eventually(() => existsSync(join(disk, 'src', 'here.txt')));
    await saveScreenshots(page, 'machines-terminal');

    await row.getByRole('link', { name: /^Open / }).click();
    await page.getByRole('heading', { name: 'laptop', exact: true }).waitFor();
    await page.getByRole('button', { name: 'laptop', exact: true }).waitFor();
    const listing = page.getByRole('grid');
    await listing.getByText('here.txt').waitFor();
    expect(await axeFindings(page, 'the folder of a machine', 'main')).toEqual([]);
    await saveScreenshots(page, 'machines-folder');
    // What another program makes there is seen without a reload.
    writeFileSync(join(disk, 'src', 'later.md'), 'later');
    await listing.getByText('later.md').waitFor();
    await listing.getByText('here.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await expect(page.getByRole('menuitem', { name: /Versions|favourites|Extract/ })).toHaveCount(0);
    await saveScreenshots(page, 'machines-menu');
    await page.keyboard.press('Escape');
    await listing.getByText('here.txt').dblclick();
    const editor = page.locator('.cm-content');
    await editor.getByText(join(disk, 'src')).waitFor();
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('edited from afar');
    await page.keyboard.press('Control+s');
    await eventually(() => readFileSync(join(disk, 'src', 'here.txt'), 'utf8').endsWith('edited from afar'));
    // The page follows its own changes before their events come.
    const tree = page.getByRole('tree');
    await tree.getByRole('treeitem', { name: 'here.txt' }).click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: /name/i }).fill('there');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/there\.txt/);
    await editor.getByText('edited from afar').waitFor();
    // A second tab would show the strip.
    await expect(page.getByRole('tab')).toHaveCount(0);
    await tree.getByRole('treeitem', { name: 'there.txt' }).click();
    await page.keyboard.press('Control+z');
    await eventually(() => existsSync(join(disk, 'src', 'here.txt')));
    await expect(page).toHaveURL(/\bhere\.txt/);
    await expect(page.getByRole('tab')).toHaveCount(0);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    await page.getByLabel('Name', { exact: true }).fill('made');
    await page.keyboard.press('Enter');
    await eventually(() => existsSync(join(disk, 'src', 'made')));
    await page.goto('/settings#machines');
    await page.getByRole('switch', { name: 'Zo may use laptop' }).click();
    await row.getByText('It asks you before each one.').waitFor();
    expect(await axeFindings(page, 'a machine that Zo may use', 'main')).toEqual([]);
    await saveScreenshots(page, 'machines-tools');
    const { machines } = await user.json<{ machines: { id: string }[] }>('/api/machines');
    const key = `laptop #${machines[0]!.id.slice(0, 6)}`;
    const cmd = 'cat here.txt && echo from Zo > zo.txt';
    provider.script(
      (answer) => (answer.call('a', 'run_on_machine', { machine: key, cmd }), answer.end('tool_calls')),
      (answer) => (answer.text('all done'), answer.end()),
    );
    const asked = { text: 'What is on my laptop?', model: await addModel(user, provider) };
    const sent = await user.json<{ conversation_id: string }>('/api/conversations/new/messages', asked);
    await page.goto(`/f?chat=${sent.conversation_id}`);
    const card = page.getByRole('group', { name: 'Question before running' });
    await card.getByText('Run this on your machine “laptop”?').waitFor();
    await card.getByText('This runs on your machine “laptop”. Nothing there can be taken back.').waitFor();
    await saveScreenshots(page, 'machines-approval');
    expect(existsSync(join(disk, 'src', 'zo.txt'))).toBe(false);
    await card.getByRole('button', { name: 'Run once' }).click();
    await page.getByText('all done').first().waitFor();
    expect(readFileSync(join(disk, 'src', 'zo.txt'), 'utf8')).toBe('from Zo\n');
    await page.getByRole('region', { name: 'Receipt' }).getByText(`On laptop: ${cmd}`).waitFor();
    await saveScreenshots(page, 'machines-receipt');
    await page.goto('/settings#machines');

    // Its shells end with the program; it needs no code to come back.
    first.child.kill('SIGTERM');
    await first.ended;
    const second = machine.start([]);
    await eventually(async () => {
      const { machines } = await user.json<{ machines: { connected: boolean }[] }>('/api/machines');
      return machines.some(({ connected }) => connected);
    });
    await page
      .getByRole('button', { name: 'Actions for laptop' })
      .or(row.getByRole('button', { name: 'More' }))
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('“laptop” was removed').waitFor();
    // The status by which systemd does not start it again.
    expect((await second.ended)[0]).toBe(78);
    expect(await second.failed).toContain('This machine was removed.');
    expect(machine.keepsUploads(new URL(program!).host)).toBe(false);
    await page.getByText('No machines yet').waitFor();
  } finally {
    await machine.stop();
  }
});

test('UP-01 UP-06 UP-07 PC-02 uploads to a machine by button, drop and paste go on when it is back', async ({
  page,
  tab,
  disk,
  user,
  uploader,
}) => {
  const machine = new OwnMachine(disk);
  const folder = join(disk, 'src');
  const filesIn = (...path: string[]) => readdirSync(join(folder, ...path)).toSorted();
  try {
    const { root, running: first } = await machine.connect(user);
    await page.goto(`/f/${root}`);
    await page.getByRole('button', { name: 'Upload files' }).waitFor();
    await saveScreenshots(page, 'machines-empty');
    mkdirSync(join(folder, 'into'));
    writeFileSync(join(folder, 'a.txt'), 'mine');
    writeFileSync(uploader.at('a.txt'), 'uploaded');
    await rowOf(page, 'a.txt').waitFor();
    await upload(page, [uploader.at('a.txt')]);
    await page.getByRole('grid').getByText('a (2).txt').waitFor();
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('mine');
    expect(readFileSync(join(folder, 'a (2).txt'), 'utf8')).toBe('uploaded');

    mkdirSync(uploader.at('album', 'deep'), { recursive: true });
    writeFileSync(uploader.at('album', 'deep', 'b.txt'), 'dropped');
    const drag = await bringFiles(tab, [uploader.at('album')]);
    const into = page.getByRole('treeitem', { name: 'into' });
    await drag.over(into);
    await drag.drop(into);
    await eventually(() => existsSync(join(folder, 'into', 'album', 'deep', 'b.txt')));
    await page.getByRole('grid').focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['from the desktop'], 'desk.txt'));
      const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement!.dispatchEvent(pasted);
    });
    await rowOf(page, 'desk.txt').waitFor();

    uploader.make('film.bin', PARTS);
    const letGo = await hold(tab, 1);
    await upload(page, [uploader.at('film.bin')]);
    await partly(user, 'film.bin');
    first.child.kill('SIGTERM');
    await first.ended;
    await letGo();
    await page.getByText('Your machine is not connected. Start zo-machine on it, and the upload goes on.').waitFor();
    // Of eleven parts one has arrived.
    await page.getByText('8.00 MB of 88.00 MB').waitFor();
    expect(await axeFindings(page, 'an upload that waits for a machine', 'section[aria-label=Uploads]')).toEqual([]);
    await saveScreenshots(page, 'machines-upload-waits');
    expect(filesIn()).toEqual(['a (2).txt', 'a.txt', 'desk.txt', 'into']);
    // Uploads to elsewhere do not wait for it.
    await page.getByRole('button', { name: 'laptop', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Workspace' }).click();
    await page.getByRole('grid', { name: 'Workspace' }).waitFor();
    await upload(page, [uploader.at('a.txt')]);
    await eventually(async () => (await contentOf(user, 'a.txt')) === 'uploaded');
    machine.start([]);
    await eventually(() => existsSync(join(folder, 'film.bin')));
    expect(readFileSync(join(folder, 'film.bin')).equals(readFileSync(uploader.at('film.bin')))).toBe(true);
    expect(filesIn()).toEqual(['a (2).txt', 'a.txt', 'desk.txt', 'film.bin', 'into']);
  } finally {
    await machine.stop();
  }
});
