/** A real Chromium, and what a person does in it. */
import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const SCREENSHOTS = new URL('./screenshots/', import.meta.url).pathname;

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: process.env['ZO_CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS });

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors the page reported; a journey ends with none. */
  readonly faults: string[];
}

/** A browser profile of its own with one tab. */
export async function openTab(browser: Browser, url: string, { phone = false, dark = false } = {}): Promise<Tab> {
  const viewport = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, hasTouch: phone, colorScheme: dark ? 'dark' : 'light', baseURL: url, acceptDownloads: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  // The native picker cannot be driven from outside; without it the app asks with a file input, as Firefox and Safari do.
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    const expected = /Failed to load resource|WebSocket connection|net::ERR/.test(message.text());
    if (message.type() === 'error' && !expected) faults.push(message.text());
  });
  return { page, context, faults };
}

/** Pictures for people to look at; they are not kept in git. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png` });
}

/** The same screen in light and dark, wide and narrow. */
export async function pictures(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const mode of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: mode });
    for (const [width, height] of [[1440, 900], [390, 844]] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(250);
      await picture(page, `${name}-${mode}-${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}
