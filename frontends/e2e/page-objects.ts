/** User actions in the page, and helpers that read the resulting files. */
import type { Download, FileChooser, Locator, Page, Route } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { join } from 'node:path';
import type { FakeProvider } from '../../infra/testing/product/fake-provider.js';
import type { Person, Product } from '../../infra/testing/product/product.js';
import type { Tab } from './browser.js';

/** The password of every test user, as in `Person`. */
export const PASSWORD = 'correct horse';

/** A row of the listing. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('row', { name: new RegExp(`^${name.replace('.', '\\.')}`) });

/** Sends a message once no answer is being written: until then Enter does nothing. */
export async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  await page.getByRole('button', { name: 'Send' }).waitFor();
  // A menu that closes may give the focus back to its button meanwhile.
  await field.press('Enter');
}

/** The text of a workspace file, null when it does not exist. */
export const contentOf = async (user: Person, ...slug: string[]): Promise<string | null> =>
  (await user.json<{ fileContent: string | null }>('/api/read-fs', { root: 'w', slug })).fileContent;

/** Writes workspace files by path and creates their folders. */
export async function write(user: Person, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const parts = path.split('/');
    const name = parts.pop()!;
    const form = new FormData();
    form.set('pathParts', JSON.stringify(parts));
    form.set('file', new File([content as BlobPart], name));
    const answer = await user.fetch('/api/file-uploads/single', { method: 'POST', body: form });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  }
}

/** A path in the workspace of a user, as the disk of the product has it. */
export async function onDisk({ data }: Product, user: Person, ...path: string[]): Promise<string> {
  const { id } = await user.computer();
  return join(data, 'homes', id, 'workspace', ...path);
}

/** Adds the model of a fake provider for a user, chooses it for new chats, and returns its value. */
export async function addModel(
  user: Person,
  provider: FakeProvider,
  { label = 'Fake', models = ['m'] } = {},
): Promise<string> {
  const { id } = await user.json<{ id: string }>('/api/models/providers', {
    kind: 'openai-compatible',
    label,
    base_url: provider.url,
    api_key: 'sk-none',
    models,
  });
  const value = `${id}:${models[0]}`;
  await user.post('/api/models/preference', { value }, 'PUT');
  return value;
}

/** The next download of this tab or of a tab it opens. */
export const newDownload = (tab: Tab): Promise<Download> =>
  Promise.race([
    tab.page.waitForEvent('download'),
    tab.context.waitForEvent('page').then((opened) => opened.waitForEvent('download')),
  ]);

/** Drags `from` over `to` until `to` shows that it accepts the drop. The button stays pressed. */
export async function carry(page: Page, from: Locator, to: Locator): Promise<void> {
  await canDrop(page);
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(start.x + 60, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 72, start.y + start.height / 2, { steps: 3 });
  await page.mouse.move(end.x + 80, end.y + end.height / 2, { steps: 8 });
  await page.locator('[data-over=true]').and(to).waitFor();
}

/** A complete drag and drop. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await carry(page, from, to);
  await page.mouse.up();
}

/** Focuses the terminal once it is connected. */
export async function enterTerminal(page: Page): Promise<void> {
  const terminal = page.locator('[aria-busy="false"] .xterm-helper-textarea');
  await terminal.waitFor({ state: 'attached' });
  await terminal.focus();
}

/** Waits for the code for dragging, which arrives after the rows: a test is faster than any hand. */
export const canDrop = (page: Page): Promise<void> => page.locator('[draggable=true]').first().waitFor();

/** Drops files and folders of the disk on the empty space of the workspace listing. */
export async function dropOn(tab: Tab, paths: string[]): Promise<void> {
  const cdp = await tab.context.newCDPSession(tab.page);
  const space = tab.page.getByRole('grid', { name: 'Workspace' });
  await space.waitFor();
  await canDrop(tab.page);
  const box = (await space.boundingBox())!;
  const at = {
    x: box.x + box.width / 2,
    y: box.y + box.height - 40,
    data: { items: [], files: paths, dragOperationsMask: 1 },
  };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, ...at });
}

/** Drags system files over the page with the DevTools protocol, until `drop`. */
export async function bringFiles({ page, context }: Tab, files: string[]) {
  const cdp = await context.newCDPSession(page);
  await canDrop(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop', to: Locator) => {
    const box = (await to.boundingBox())!;
    await cdp.send('Input.dispatchDragEvent', {
      type,
      x: box.x + Math.min(80, box.width / 2),
      y: box.y + box.height / 2,
      data,
    });
  };
  return {
    over: async (to: Locator) => {
      await send('dragEnter', to);
      await send('dragOver', to);
      await page.locator('[data-over=true]').and(to).waitFor();
    },
    drop: (to: Locator) => send('drop', to),
    /** Drops without waiting for a drop target. */
    letGo: async (to: Locator) => {
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await send(type, to);
    },
  };
}

/** Lets the first `passing` upload requests through and holds the others until the returned function is called. */
export async function hold({ page: sender }: Tab, passing: number): Promise<() => Promise<void>> {
  const bytes = /\/api\/file-uploads\/(single|chunk)$/;
  const held: Route[] = [];
  let seen = 0;
  await sender.route(bytes, (route) => (seen++ < passing ? route.continue() : void held.push(route)));
  return async () => {
    await sender.unroute(bytes);
    // Requests of a closed page have ended with it.
    await Promise.allSettled(held.map((route) => route.continue()));
  };
}

/** Presses a button that opens a file chooser, and chooses files or a folder. */
export async function choose(page: Page, press: Locator, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()]);
  await chooser.setFiles(files);
}

/** Uploads files of the disk with the button of the listing. */
export const upload = (page: Page, files: Parameters<typeof choose>[2]): Promise<void> =>
  choose(page, page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }), files);

/** The upload of a file with that name, once one of its chunks has arrived. */
export const partly = (user: Person, name: string) =>
  eventually(async () => {
    const { uploads } = await user.json<{ uploads: { uploadId: string; fileName: string; received: number[] }[] }>(
      '/api/file-uploads',
    );
    return uploads.find(({ fileName, received }) => fileName === name && received.length > 0);
  });

/** Pages come as a service worker gets them, and ask for what they otherwise bring along. */
export const leaveAnswersOut = (page: Page) =>
  page.route(
    (url) => url.pathname.startsWith('/f/'),
    (route) =>
      route.continue({ headers: { ...route.request().headers(), 'service-worker-navigation-preload': 'true' } }),
  );
