/** Opens tabs in a real Chromium. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Person } from '../../infra/testing/product/product.js';

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Where its product is. */
  readonly origin: string;
}

export interface TabOptions {
  readonly phone?: boolean;
  readonly dark?: boolean;
  /** Keeps the browser's native file picker, which tests cannot drive. */
  readonly filePicker?: boolean;
  /** Lets the app store itself for times without a network; its requests cannot be intercepted then. */
  readonly offline?: boolean;
  /** Another address of the product of a user. */
  readonly url?: string;
}

/** Opens a tab in a new browser profile: signed in as a user, or as a visitor of an address. */
export async function openTab(
  browser: Browser,
  visitor: Person | string,
  { phone = false, dark = false, filePicker = false, offline = false, url }: TabOptions = {},
): Promise<Tab> {
  const origin = url ?? (typeof visitor === 'string' ? visitor : visitor.url);
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone,
    isMobile: phone,
    colorScheme: dark ? 'dark' : 'light',
    baseURL: origin,
    acceptDownloads: true,
    serviceWorkers: offline ? 'allow' : 'block',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  // Tests cannot drive the native picker; without it the app uses a file input, as in Firefox and Safari.
  if (!filePicker) await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
  if (typeof visitor !== 'string') {
    const [name, value] = visitor.cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  }
  return { page: await context.newPage(), context, origin };
}
