/** Starts a real Chromium and opens tabs in it. */
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
  /** The browsers from which a failing test takes its screenshots (infra/testing/runner/e2e-environment.mjs). */
  var openBrowsers: Set<Browser> | undefined;
}

/** Starts with overlay scroll bars as on a Mac or a phone, or with classic ones as on Windows and Linux. */
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
  /** Errors reported by the page; a test must end with none. */
  readonly faults: string[];
}

export interface TabOptions {
  readonly phone?: boolean;
  readonly dark?: boolean;
  /** Keeps the browser's native file picker, which tests cannot drive. */
  readonly filePicker?: boolean;
}

/** Opens a tab in a new browser profile. */
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
  // Tests cannot drive the native picker; without it the app uses a file input, as in Firefox and Safari.
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
