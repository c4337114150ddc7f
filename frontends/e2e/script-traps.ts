/**
 * Fixtures that record forbidden actions of a page: scripts from data, policy violations, dialogs, new windows,
 * requests to other hosts. A test must end with none.
 */
import type { Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tab } from './browser.js';
import { expect, test as base } from './fixture.js';

export interface Canary {
  readonly url: string;
  readonly hits: string[];
}

interface TrapFixtures {
  /** Descriptions of everything the traps caught. */
  caught: string[];
  /** A server outside the product; every request to it is a leak. */
  canary: Canary;
  /** Sets the traps in another tab; when the test ends, its page must have no link that would run a script. */
  trap: (tab: Tab) => Promise<Tab>;
}

export const test = base.extend<TrapFixtures>({
  caught: async ({}, use) => {
    const caught: string[] = [];
    await use(caught);
    expect(caught).toEqual([]);
  },
  canary: async ({}, use) => {
    const hits: string[] = [];
    const server = createServer((request, response) => {
      hits.push(request.url!);
      response.setHeader('access-control-allow-origin', '*');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits });
    server.close().closeAllConnections();
    expect(hits).toEqual([]);
  },
  trap: async ({ caught }, use) => {
    const trapped: Tab[] = [];
    await use(async (tab) => {
      await setTraps(tab, caught);
      trapped.push(tab);
      return tab;
    });
    for (const { page } of trapped) {
      await settled(page);
      expect(await badLinks(page)).toEqual([]);
    }
  },
  tab: async ({ tab, trap }, use) => use(await trap(tab)),
});

export { expect };

/** Waits until a frame is painted and any script had time to run. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

/** Schemes of links that would run a script on a click. */
export const badLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('a[href], area[href]'), (link) => (link as HTMLAnchorElement).protocol).filter(
      (scheme) => !['http:', 'https:', 'mailto:'].includes(scheme),
    ),
  );

/** Whether an address is of the content origin, where scripts of files may run, in a sandbox. */
const isContent = (url: string, origin: string): boolean =>
  URL.canParse(url) &&
  new RegExp(`^(frames|[0-9a-f]{32})\\.localhost:${new URL(origin).port}$`).test(new URL(url).host);

async function setTraps({ page, context, origin }: Tab, caught: string[]): Promise<void> {
  await context.exposeBinding('zoTrap', ({ frame }, number: number) => {
    if (!isContent(frame.url(), origin)) caught.push(`script ${number} ran`);
  });
  await context.exposeBinding('zoViolation', ({ frame }, what: string) => {
    // A page in a frame may try what it likes, and only the policy keeps it from leaving the content origin.
    if (!isContent(frame.url(), origin) && !what.startsWith('frame-src ')) caught.push(`the policy stopped ${what}`);
  });
  await context.addInitScript(() => {
    const report = (globalThis as unknown as { zoViolation(what: string): void }).zoViolation;
    document.addEventListener('securitypolicyviolation', (event) =>
      report(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  page.on('dialog', (dialog) => {
    caught.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const note = (url: string) => {
    if (/^(https?|wss?):/.test(url) && new URL(url).host !== new URL(origin).host && !isContent(url, origin))
      caught.push(`request to ${url}`);
  };
  // What the policy of a framed page stops is reported, too: that nothing was sent is for the canary to say.
  cdp.on('Network.requestWillBeSent', ({ request, documentURL }) => {
    if (!isContent(documentURL, origin)) note(request.url);
  });
  cdp.on('Network.webSocketCreated', ({ url }) => note(url));
  context.on('page', (other) => void caught.push(`a window was opened: ${other.url()}`));
}
