/** Opens a page in the browser of the computer. What the computer answers is checked and bounded. */
import { isAgentError, sanitiseText } from '@zo/computer-client';
import { PageReach } from '@zo/proto/agent/v1';
import { isOwnPage } from './page-address.js';
import type { ToolContext } from '../tool.js';
import { ToolError } from '../tool-errors.js';

const MAX_URL = 2_048;
const MAX_TITLE = 300;
const MAX_OUTLINE = 60_000;
const MAX_SCREENSHOT = 1024 * 1024;
const MAX_SIDE = 2_000;
const MAX_HOSTS = 20;
const MAX_HOST = 253;

export const NO_BROWSER =
  'This computer has no browser. Say so to the person: whoever runs Zo installs the package chromium-headless-shell ' +
  'on the machine, or in the image of computers (ZO_COMPUTER_PACKAGES). read_webpage works without one.';

export interface Screenshot {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface BrowsedPage {
  /** After redirects. */
  readonly url: string;
  readonly title: string;
  /** 0: not known. */
  readonly status: number;
  readonly outline: string;
  readonly isCut: boolean;
  readonly isLoading: boolean;
  readonly pageHeight: number;
  readonly refusedHosts: readonly string[];
  readonly html: Uint8Array;
  readonly screenshot?: Screenshot;
}

/** @throws ToolError */
export async function browse(
  url: string,
  { wantsHtml }: { wantsHtml: boolean },
  context: ToolContext,
): Promise<BrowsedPage> {
  const { proxy, over } = await context.recordTraffic();
  try {
    const names = { proxyUser: proxy?.user ?? '', proxyPassword: proxy?.password ?? '' };
    const request = { url, wantsHtml, reach: reachOf(url, context), ...names };
    const shown = await context.computer.browser.viewPage(request, { signal: context.signal });
    const { screenshot, width, height } = shown;
    return {
      url: URL.canParse(shown.url) ? shown.url.slice(0, MAX_URL) : url,
      title: sanitiseText(shown.title, MAX_TITLE),
      status: shown.status,
      outline: shown.outline.slice(0, MAX_OUTLINE).toWellFormed(),
      isCut: shown.outlineCut,
      isLoading: shown.stillLoading,
      pageHeight: shown.pageHeight,
      refusedHosts: shown.refusedHosts.slice(0, MAX_HOSTS).map((host) => sanitiseText(host, MAX_HOST)),
      html: shown.html,
      ...(isJpeg(screenshot) && { screenshot: { jpeg: Buffer.from(screenshot), ...sides(width, height) } }),
    };
  } catch (error) {
    if (isAgentError(error, 'programMissing')) throw new ToolError(NO_BROWSER, 'no_browser');
    throw error;
  } finally {
    await over();
  }
}

/**
 * A page of the web sees no server of the computer. A page of the computer may load from the web as long as nothing of
 * others could be behind it: afterwards its scripts could carry away what it shows.
 */
function reachOf(url: string, { confined }: ToolContext): PageReach {
  if (!isOwnPage(url)) return PageReach.WEB;
  return confined ? PageReach.OWN : PageReach.BOTH;
}

const isJpeg = (bytes: Uint8Array) =>
  bytes.length > 3 && bytes.length <= MAX_SCREENSHOT && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

const sides = (width: number, height: number) => ({
  width: Math.min(Math.max(1, width), MAX_SIDE),
  height: Math.min(Math.max(1, height), MAX_SIDE),
});
