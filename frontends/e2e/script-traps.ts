/**
 * Records forbidden actions of a page: scripts from data, policy violations, dialogs, new windows, requests to other
 * hosts.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import type { Person, Product } from '../../infra/testing/product/product.js';
import { openTab, type Tab } from './browser.js';

export interface Canary {
  readonly url: string;
  readonly hits: string[];
  stop(): void;
}

/** A server outside the product; every request to it is a leak. */
export async function startCanary(): Promise<Canary> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url!);
    response.setHeader('access-control-allow-origin', '*');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    stop: () => server.close().closeAllConnections(),
  };
}

/** A tab of this user; descriptions of everything the traps catch are added to `caught`. */
export async function openTrappedTab(
  browser: Browser,
  { product, person, caught }: { product: Product; person: Person; caught: string[] },
): Promise<Tab> {
  const opened = await openTab(browser, product.url);
  const { context, page } = opened;
  await context.addCookies([
    { name: 'sid', value: person.cookie.split('=')[1]!, url: product.url, httpOnly: true, sameSite: 'Lax' },
  ]);
  await context.exposeBinding('zoTrap', () => void caught.push('a script ran'));
  await context.exposeBinding('zoViolation', (_source, what: string) => void caught.push(`the policy stopped ${what}`));
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
    if (/^(https?|wss?):/.test(url) && new URL(url).host !== new URL(product.url).host)
      caught.push(`request to ${url}`);
  };
  cdp.on('Network.requestWillBeSent', ({ request }) => note(request.url));
  cdp.on('Network.webSocketCreated', ({ url }) => note(url));
  context.on('page', (other) => void caught.push(`a window was opened: ${other.url()}`));
  return opened;
}
