import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OwnMachine } from './own-machine.js';
import { row as rowOf } from './page-objects.js';
import { expect, test } from './uploader.js';

// A machine is a program on the disk of the browser's user.
test.use({ asOwner: true });

test('PC-02 LS-02 what other programs do on a machine shows in the listing, the tree and an open file, also after a lost link', async ({
  page,
  disk,
  user,
}) => {
  const machine = new OwnMachine(disk);
  const at = (...names: string[]) => join(disk, 'src', ...names);
  const listing = page.getByRole('grid');
  const tree = page.getByRole('tree');
  /** Requests of listings, which nobody polls. */
  let listed = 0;
  page.on('request', (request) => (listed += Number(request.url().includes('/api/files/list?root=m'))));
  try {
    const { root, running } = await machine.connect(user);
    mkdirSync(at('notes'));
    writeFileSync(at('a.txt'), 'first');
    await page.goto(`/f/${root}`);
    await rowOf(page, 'a.txt').waitFor();

    writeFileSync(at('made.txt'), 'by another program');
    await listing.getByText('made.txt').waitFor();
    await tree.getByText('made.txt').waitFor();
    rmSync(at('made.txt'));
    await expect(listing.getByText('made.txt')).toHaveCount(0);
    await expect(tree.getByText('made.txt')).toHaveCount(0);

    await tree.getByRole('treeitem', { name: 'notes' }).click();
    await page.getByRole('heading', { name: 'notes', exact: true }).waitFor();
    writeFileSync(at('notes', 'deep.txt'), 'deep');
    await listing.getByText('deep.txt').waitFor();

    await tree.getByRole('treeitem', { name: 'a.txt' }).click();
    const editor = page.locator('.cm-content');
    await editor.getByText('first').waitFor();
    writeFileSync(at('a.txt'), 'second, by another program');
    await editor.getByText('second, by another program').waitFor();
    renameSync(at('a.txt'), at('notes', 'b.txt'));
    await expect(page).toHaveURL(/notes\/b\.txt/);
    await editor.getByText('second, by another program').waitFor();
    await page.goto(`/f/${root}`);
    await rowOf(page, 'notes').waitFor();
    await expect(listing.getByText('a.txt')).toHaveCount(0);

    running.child.kill('SIGTERM');
    await running.ended;
    writeFileSync(at('meanwhile.txt'), 'while the link was lost');
    machine.start([]);
    await listing.getByText('meanwhile.txt').waitFor();
    const before = listed;
    writeFileSync(at('after.txt'), 'after');
    await listing.getByText('after.txt').waitFor();
    expect(listed - before).toBeLessThanOrEqual(3);
  } finally {
    await machine.stop();
  }
});
