/** What a person does in the page, and what they would see on their computer afterwards. */
import type { Download, Locator, Page } from 'playwright-core';
import type { Person } from '../../infra/product/product.js';
import type { Tab } from './browser.js';

/** Everybody's; the same as `Person` uses. */
export const PASSWORD = 'correct horse';

/** A line of the listing. */
export const row = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name.replace('.', '\\.')}`) });

/** Writes a message and sends it, once an answer that is still being written is whole: until then Enter does nothing. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await page.keyboard.press('Enter');
}

/** The text of a file of the workspace, null when there is none. */
export const contentOf = async (person: Person, ...slug: string[]): Promise<string | null> => (await person.json<{ fileContent: string | null }>('/api/read-fs', { root: 'w', slug })).fileContent;

/** Files of the workspace by path; folders come by themselves. */
export async function write(person: Person, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const parts = path.split('/');
    const name = parts.pop()!;
    const form = new FormData();
    form.set('pathParts', JSON.stringify(parts));
    form.set('file', new File([content as BlobPart], name));
    const answer = await person.fetch('/api/file-uploads/single', { method: 'POST', body: form });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  }
}

/** The next download, of this tab or of the one it opens. */
export const newDownload = (tab: Tab): Promise<Download> => Promise.race([tab.page.waitForEvent('download'), tab.context.waitForEvent('page').then((opened) => opened.waitForEvent('download'))]);

/** Takes hold of something and brings it over `to`, which shows that it would take it. The button stays down. */
export async function carry(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(start.x + 60, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 72, start.y + start.height / 2, { steps: 3 });
  await page.mouse.move(end.x + 80, end.y + end.height / 2, { steps: 8 });
  await page.locator('[data-over=true]').and(to).waitFor();
}

/** A drag from beginning to end. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await carry(page, from, to);
  await page.mouse.up();
}

/** Puts the cursor into the terminal once it is connected. */
export async function enterTerminal(page: Page): Promise<void> {
  const terminal = page.locator('[aria-busy="false"] .xterm-helper-textarea');
  await terminal.waitFor({ state: 'attached' });
  await terminal.focus();
}
