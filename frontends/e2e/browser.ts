/** A real Chromium, and what a person does in it. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { config } from './config.js';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

declare global {
  /** What a journey that fails is shown from (infra/testing/runner/journey-environment.mjs). */
  var openBrowsers: Set<Browser> | undefined;
}

/** Without scroll bars, as on a Mac or a phone, or with bars that take room, as on Windows and Linux. */
export async function openBrowser({ scrollBars = false } = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: config.chromium,
    args: FLAGS,
    ...(scrollBars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
  });
  globalThis.openBrowsers?.add(browser);
  browser.once('disconnected', () => globalThis.openBrowsers?.delete(browser));
  return browser;
}

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors the page reported; a journey ends with none. */
  readonly faults: string[];
}

export interface TabOptions {
  readonly phone?: boolean;
  readonly dark?: boolean;
  /** The browser's own file picker stays; it cannot be driven from outside. */
  readonly filePicker?: boolean;
}

/** A browser profile of its own with one tab. */
export async function openTab(
  browser: Browser,
  url: string,
  { phone = false, dark = false, filePicker = false }: TabOptions = {},
): Promise<Tab> {
  const viewport = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const context = await browser.newContext({
    viewport,
    hasTouch: phone,
    isMobile: phone,
    colorScheme: dark ? 'dark' : 'light',
    baseURL: url,
    acceptDownloads: true,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  // The native picker cannot be driven from outside; without it the app asks with a file input, as Firefox and Safari do.
  if (!filePicker) await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    const expected = /Failed to load resource|WebSocket connection|net::ERR/.test(message.text());
    if (message.type() === 'error' && !expected) faults.push(message.text());
  });
  return { page, context, faults };
}
