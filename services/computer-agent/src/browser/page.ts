/** One page in the browser, in a profile of its own: loaded, looked at, closed. What it does meanwhile is refused. */
import type { CdpConnection, CdpEvent, CdpParams } from './cdp.js';
import outlineScript from './page-outline.js?source';

export const WIDTH = 1_280;
/** What models that see are shown without making it smaller. */
const MAX_HEIGHT = 1_568;
const VIEWPORT_HEIGHT = 900;
const QUALITY = 70;
export const MAX_OUTLINE = 60_000;
const MAX_NODES = 20_000;
export const MAX_SCREENSHOT = 1024 * 1024;
const MAX_HTML = 4 * 1024 * 1024;
/** How long nothing happens on a page that may go on to another one. */
const SETTLED_MS = 400;
/** Dialogs and windows that a page may open until it is given up. */
const MAX_NUISANCES = 50;

export interface Looked {
  readonly url: string;
  readonly title: string;
  readonly status: number;
  readonly outline: string;
  readonly isCut: boolean;
  readonly height: number;
  readonly isLoading: boolean;
}

export interface Screenshot {
  readonly bytes: Buffer;
  readonly height: number;
}

/** The page cannot be shown. Its message is for the user. */
export class PageError extends Error {
  override readonly name = 'PageError';

  /** `code`: of the network of Chromium, like ERR_CONNECTION_REFUSED. */
  constructor(
    message: string,
    readonly code = '',
  ) {
    super(message);
  }
}

interface Frame {
  readonly id: string;
  readonly parentId?: string;
  readonly loaderId: string;
  readonly url: string;
}

export class Page {
  private frame: Frame | undefined;
  private idleLoader = '';
  private lastMove = Date.now();
  private nuisances = 0;
  private readonly failure = Promise.withResolvers<never>();

  private constructor(
    private readonly cdp: CdpConnection,
    private readonly ids: { readonly context: string; readonly target: string; readonly session: string },
  ) {
    this.failure.promise.catch(() => undefined);
    cdp.on('event', this.onEvent);
  }

  static async open(cdp: CdpConnection): Promise<Page> {
    const { browserContextId: context } = await cdp.send<{ browserContextId: string }>('Target.createBrowserContext', {
      disposeOnDetach: true,
    });
    await cdp.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId: context });
    await cdp.send('Target.setDiscoverTargets', { discover: true });
    const { targetId: target } = await cdp.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId: context,
    });
    const { sessionId: session } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId: target,
      flatten: true,
    });
    const page = new Page(cdp, { context, target, session });
    await page.send('Page.enable');
    await page.send('Inspector.enable');
    await page.send('Page.setLifecycleEventsEnabled', { enabled: true });
    await page.send('Emulation.setDeviceMetricsOverride', {
      width: WIDTH,
      height: VIEWPORT_HEIGHT,
      deviceScaleFactor: 1,
      mobile: false,
    });
    return page;
  }

  /** @throws PageError */
  async load(url: string, ms: number): Promise<{ isLoading: boolean }> {
    const until = Date.now() + ms;
    const asked = this.send<{ errorText?: string }>('Page.navigate', { url });
    const answered = await this.within(asked, until);
    if (answered === 'late') throw new PageError('The page did not answer in time.', 'ERR_TIMED_OUT');
    if (answered.errorText) throw new PageError('The page could not be opened.', answered.errorText);
    while (Date.now() < until && !this.isSettled) await this.within(pause(50), until);
    return { isLoading: !this.isSettled };
  }

  /** @throws PageError */
  async look(isLoading: boolean): Promise<Looked> {
    const limits = JSON.stringify({ maxCharacters: MAX_OUTLINE, maxNodes: MAX_NODES });
    const looked = await this.inOwnWorld<Omit<Looked, 'url' | 'isLoading'>>(
      `(() => {${outlineScript}\nreturn outlinePage(${limits});})()`,
    );
    return { ...looked, url: this.url, isLoading };
  }

  /** The document as it is now. @throws PageError */
  async html(): Promise<Buffer> {
    const html = await this.inOwnWorld<string>(`document.documentElement?.outerHTML.slice(0, ${MAX_HTML}) ?? ''`);
    return Buffer.from(html.toWellFormed()).subarray(0, MAX_HTML);
  }

  /** The top of the page. @throws PageError */
  async screenshot(pageHeight: number): Promise<Screenshot> {
    const height = Math.min(Math.max(pageHeight, VIEWPORT_HEIGHT), MAX_HEIGHT);
    const shot = { format: 'jpeg', captureBeyondViewport: true, clip: { x: 0, y: 0, width: WIDTH, height, scale: 1 } };
    for (const quality of [QUALITY, QUALITY / 2, 10]) {
      const { data } = await this.unlessFailed(
        this.send<{ data: string }>('Page.captureScreenshot', { ...shot, quality }),
      );
      const bytes = Buffer.from(data, 'base64');
      if (bytes.length <= MAX_SCREENSHOT) return { bytes, height };
    }
    throw new PageError('The picture of this page is too large.');
  }

  /** Rejects with why the page ended. */
  unlessFailed<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.failure.promise]);
  }

  fail(reason: string): void {
    this.failure.reject(new PageError(reason));
  }

  async close(): Promise<void> {
    this.cdp.off('event', this.onEvent);
    await this.cdp.send('Target.disposeBrowserContext', { browserContextId: this.ids.context });
  }

  private get url(): string {
    const url = this.frame?.url ?? '';
    if (url.startsWith('chrome-error:')) throw new PageError('The page could not be opened.', 'ERR_FAILED');
    if (!/^https?:\/\//i.test(url)) throw new PageError('The page went to an address that is none of the web.');
    return url.slice(0, 2_048);
  }

  private get isSettled(): boolean {
    const isIdle = this.frame !== undefined && this.frame.loaderId === this.idleLoader;
    return isIdle && Date.now() - this.lastMove > SETTLED_MS;
  }

  /** The page cannot see or change what runs there. */
  private async inOwnWorld<T>(expression: string): Promise<T> {
    const frameId = this.frame?.id ?? this.ids.target;
    const evaluated = async () => {
      const world = await this.send<{ executionContextId: number }>('Page.createIsolatedWorld', { frameId });
      return this.send<{ result: { value: T }; exceptionDetails?: object }>('Runtime.evaluate', {
        expression,
        contextId: world.executionContextId,
        returnByValue: true,
        timeout: 8_000,
      });
    };
    const { result, exceptionDetails } = await this.unlessFailed(evaluated());
    if (exceptionDetails) throw new PageError('The page could not be read.');
    return result.value;
  }

  private send<T = Record<string, never>>(method: string, params: CdpParams = {}): Promise<T> {
    return this.cdp.send<T>(method, params, this.ids.session);
  }

  private async within<T>(work: Promise<T>, until: number): Promise<T | 'late'> {
    const timer = Promise.withResolvers<'late'>();
    const timeout = setTimeout(() => timer.resolve('late'), Math.max(0, until - Date.now()));
    try {
      return await this.unlessFailed(Promise.race([work, timer.promise]));
    } finally {
      clearTimeout(timeout);
    }
  }

  private readonly onEvent = ({ method, params, sessionId }: CdpEvent): void => {
    if (sessionId === this.ids.session) return this.onPageEvent(method, params);
    if (method !== 'Target.targetCreated') return;
    const { targetId, type, browserContextId } = params['targetInfo'] as unknown as TargetInfo;
    if (browserContextId !== this.ids.context || type !== 'page' || targetId === this.ids.target) return;
    this.refuse('Target.closeTarget', { targetId });
  };

  private onPageEvent(method: string, params: CdpEvent['params']): void {
    if (method === 'Page.frameNavigated') {
      const frame = params['frame'] as unknown as Frame;
      if (frame.parentId === undefined) this.moved(frame);
    } else if (method === 'Page.lifecycleEvent' && params['name'] === 'networkIdle') {
      if (params['frameId'] === this.frame?.id) this.idleLoader = String(params['loaderId']);
    } else if (method === 'Page.frameRequestedNavigation' || method === 'Page.frameStartedNavigating') {
      this.lastMove = Date.now();
    } else if (method === 'Page.javascriptDialogOpening') {
      this.refuse('Page.handleJavaScriptDialog', { accept: false }, this.ids.session);
    } else if (method === 'Inspector.targetCrashed') {
      this.fail('The page crashed the browser.');
    }
  }

  private moved(frame: Frame): void {
    this.frame = frame;
    this.lastMove = Date.now();
  }

  private refuse(method: string, params: CdpParams, sessionId?: string): void {
    if (++this.nuisances > MAX_NUISANCES) return this.fail('The page opens one window after the other.');
    this.cdp.send(method, params, sessionId).catch(() => undefined);
  }
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly browserContextId?: string;
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
