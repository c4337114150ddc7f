/** Uploads of files that are on the disk of the browser's user. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../../infra/testing/product/product.js';
import type { Tab } from './browser.js';
import { expect, test as base } from './fixture.js';
import { choose, dropOn, hold, partly, upload } from './page-objects.js';

/** Size of a file with more chunks than are sent at once. */
export const PARTS = 88 * 1024 * 1024;
const MB = 1024 * 1024;

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export class Uploader {
  constructor(
    private readonly tab: Tab,
    private readonly user: Person,
    private readonly disk: string,
  ) {}

  /** A path on the disk. */
  at(...path: string[]): string {
    return join(this.disk, ...path);
  }

  /** Writes a file with random content to the disk. */
  make(name: string, bytes: number): void {
    const part = randomBytes(Math.min(bytes, 8 * MB));
    writeFileSync(this.at(name), '');
    // Parts differ in their first bytes, so that a part in another's place is another file.
    for (let written = 0; written < bytes; written += part.length) {
      part.writeUInt32LE(written / MB);
      writeFileSync(this.at(name), part.subarray(0, bytes - written), { flag: 'a' });
    }
  }

  /** Uploads files with the button of the listing. */
  async files(...names: string[]): Promise<void> {
    await upload(
      this.tab.page,
      names.map((name) => this.at(name)),
    );
  }

  /** Uploads a folder with the menu of the listing. */
  async folder(name: string): Promise<void> {
    const { page } = this.tab;
    await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
    await choose(page, page.getByRole('menuitem', { name: 'Upload a folder' }), this.at(name));
  }

  /** Drops a new file with many chunks and holds all but the first chunk. */
  async dropAndHold(name: string): Promise<{ uploadId: string; letGo: () => Promise<void> }> {
    this.make(name, PARTS);
    await this.tab.page.goto('/f/w');
    const letGo = await hold(this.tab, 1);
    await dropOn(this.tab, [this.at(name)]);
    const { uploadId } = await partly(this.user, name);
    return { uploadId, letGo };
  }

  /** The names in a workspace folder. */
  async namesIn(...slug: string[]): Promise<string[]> {
    const { directoryContents } = await this.user.json<{ directoryContents: { name: string }[] | null }>(
      '/api/read-fs',
      { root: 'w', slug },
    );
    return directoryContents?.map(({ name }) => name).sort() ?? [];
  }

  /** Expects the uploaded file to equal the original byte for byte. */
  async expectSame(name: string): Promise<void> {
    const back = new Uint8Array(await (await this.user.fetch(`/api/file/${name}`)).arrayBuffer());
    expect(sum(back)).toBe(sum(readFileSync(this.at(name))));
  }
}

export const test = base.extend<{ uploader: Uploader }>({
  uploader: async ({ tab, user, disk }, use) => use(new Uploader(tab, user, disk)),
});

export { expect };
