/** BrowserService: shows web pages in a browser inside the computer, one at a time. */
import { create } from '@bufbuild/protobuf';
import {
  ErrorReason,
  PageReach,
  type ViewPageRequest,
  type ViewPageResponse,
  ViewPageResponseSchema,
} from '@zo/proto/agent/v1';
import { agentError, invalid } from '../errors.js';
import { BrowserProcess } from './browser-process.js';
import { BrowserGoneError } from './cdp.js';
import { explain } from './explain.js';
import { Guard, type GuardOptions } from './guard.js';
import { Page, PageError, WIDTH } from './page.js';

const MAX_URL = 2_048;
const MAX_WAITING = 8;
const MAX_BYTES = 64 * 1024 * 1024;
/** A page that is still loading after this share of its time is looked at as it is. */
const LOADING = 3 / 8;
const CLOSE_MS = 5_000;

const REACHES: Partial<Record<PageReach, { web: boolean; own: boolean }>> = {
  [PageReach.WEB]: { web: true, own: false },
  [PageReach.OWN]: { web: false, own: true },
  [PageReach.BOTH]: { web: true, own: true },
};

export interface BrowserOptions extends GuardOptions {
  /** Path of Chromium; empty when this computer has none. */
  readonly program: string;
  /** Time of one page, from its address to its screenshot. */
  readonly pageMs: number;
  /** How long a browser without a page stays. */
  readonly idleMs: number;
}

interface Running {
  readonly process: BrowserProcess;
  readonly guard: Guard;
}

export class Browser {
  private running: Running | undefined;
  private idle: NodeJS.Timeout | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(private readonly options: BrowserOptions) {}

  /** @throws PROGRAM_MISSING, INVALID, LIMIT_REACHED, UNREADABLE, TIMED_OUT, CANCELLED */
  async view(request: ViewPageRequest, signal: AbortSignal): Promise<ViewPageResponse> {
    const reach = REACHES[request.reach];
    if (!reach) throw invalid('It is not said what the page may reach.');
    if (request.url.length > MAX_URL || !/^https?:\/\//i.test(request.url) || !URL.canParse(request.url))
      throw invalid('A page needs an address that begins with http:// or https://.');
    if (this.options.program === '')
      throw agentError(ErrorReason.PROGRAM_MISSING, 'This computer has no browser to open pages with.');
    if (this.waiting >= MAX_WAITING)
      throw agentError(ErrorReason.LIMIT_REACHED, 'Too many pages at once. Try again in a moment.');
    this.waiting++;
    const before = this.turn;
    const shown = before.then(() => this.show(request, reach, signal)).finally(() => this.waiting--);
    this.turn = shown.catch(() => undefined);
    return shown;
  }

  /** Ends the browser, as the computer does when it goes to sleep. */
  end(): void {
    clearTimeout(this.idle);
    this.running?.process.kill();
    this.running?.guard.close();
    this.running = undefined;
  }

  private async show(
    request: ViewPageRequest,
    reach: { web: boolean; own: boolean },
    signal: AbortSignal,
  ): Promise<ViewPageResponse> {
    if (signal.aborted) throw agentError(ErrorReason.CANCELLED, 'This was stopped.');
    clearTimeout(this.idle);
    const running = (this.running ??= await this.start());
    const limit = new Limit(signal, this.options.pageMs);
    let page: Page | undefined;
    const { proxyUser: user, proxyPassword: password } = request;
    running.guard.begin({
      reach,
      credentials: user === '' ? '' : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      maxBytes: MAX_BYTES,
      onTooMuch: () => page?.fail('The page loads more than 64 MB.'),
    });
    try {
      page = await limit.around(Page.open(running.process.cdp));
      return await limit.around(this.lookAt(page, request, running.guard));
    } catch (error) {
      throw limit.error ?? this.errorOf(error, request.url, running);
    } finally {
      limit.end();
      running.guard.end();
      await this.leave(running, limit.error ? undefined : page);
    }
  }

  private async lookAt(page: Page, request: ViewPageRequest, guard: Guard): Promise<ViewPageResponse> {
    const { isLoading } = await page.load(request.url, this.options.pageMs * LOADING);
    const looked = await page.look(isLoading);
    const { url, title, status, outline, isCut } = looked;
    const shown = request.wantsHtml
      ? { html: await page.html() }
      : await page.screenshot(looked.height).then(({ bytes, height }) => ({ screenshot: bytes, width: WIDTH, height }));
    return create(ViewPageResponseSchema, {
      url,
      title: title.toWellFormed(),
      status,
      outline: outline.toWellFormed(),
      outlineCut: isCut,
      pageHeight: Math.min(looked.height, 2 ** 31),
      stillLoading: looked.isLoading,
      refusedHosts: [...guard.refused],
      ...shown,
    });
  }

  private errorOf(error: unknown, url: string, { process, guard }: Running): unknown {
    if (process.isTooLarge)
      return agentError(ErrorReason.UNREADABLE, 'The page needs more memory than a page may have.');
    if (error instanceof BrowserGoneError)
      return agentError(ErrorReason.UNREADABLE, 'The browser ended while it showed the page.');
    if (error instanceof PageError) return agentError(ErrorReason.UNREADABLE, explain(error, url, guard));
    return error;
  }

  /** Closes the page. A browser that does not obey is ended. */
  private async leave(running: Running, page: Page | undefined): Promise<void> {
    const late = new Promise<'late'>((done) => setTimeout(() => done('late'), CLOSE_MS).unref());
    const closed = page?.close().then(
      () => 'closed' as const,
      () => 'late' as const,
    );
    if ((await Promise.race([closed ?? 'late', late])) === 'late') return this.end();
    if (this.running !== running) return;
    this.idle = setTimeout(() => this.end(), this.options.idleMs);
    this.idle.unref();
  }

  private async start(): Promise<Running> {
    const guard = await Guard.open(this.options);
    const process = new BrowserProcess(this.options.program, guard.port);
    const running = { process, guard };
    process.cdp.once('close', () => {
      guard.close();
      if (this.running === running) this.running = undefined;
    });
    return running;
  }
}

/** The time of a page, and whether anybody waits for it. */
class Limit {
  error: Error | undefined;
  private readonly stopped = Promise.withResolvers<never>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly signal: AbortSignal,
    ms: number,
  ) {
    this.stopped.promise.catch(() => undefined);
    this.timer = setTimeout(
      () => this.stop(ErrorReason.TIMED_OUT, 'The page keeps the browser busy and was closed.'),
      ms,
    );
    signal.addEventListener('abort', this.onAbort);
  }

  around<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return Promise.race([work, this.stopped.promise]);
  }

  end(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.onAbort);
  }

  private readonly onAbort = () => this.stop(ErrorReason.CANCELLED, 'This was stopped.');

  private stop(reason: ErrorReason, message: string): void {
    this.error = agentError(reason, message);
    this.stopped.reject(this.error);
  }
}
