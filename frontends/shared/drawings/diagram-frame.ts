/** One drawn diagram, or why there is none. */
export type Drawn = { readonly svg: string } | { readonly error: string };

const TIMEOUT_MS = 20_000;
const MAX_SVG_LENGTH = 4_000_000;
const MAX_ERROR_LENGTH = 2_000;

export const TIMED_OUT = 'The diagram took too long to draw.';
export const UNAVAILABLE = 'Diagrams could not be loaded. Check your connection and try again.';

/**
 * Draws diagrams in a frame of the content origin, one after the other. The frame is foreign: what it says is checked,
 * and one that does not answer in time is removed.
 */
export class DiagramFrame {
  readonly #address: string;
  #frame: HTMLIFrameElement | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #lastId = 0;

  /** @param origins the content origins, with `*` for the host name of one view */
  constructor(origins: string) {
    // Always the same host name, so that browsers keep the code.
    this.#address = `${origins.replace('*', 'frames')}/frame/mermaid.html`;
  }

  draw(source: string, isDark: boolean): Promise<Drawn> {
    const drawn = this.#queue.then(() => this.#drawNext(source, isDark));
    // The next diagram waits for this one, whatever becomes of it.
    this.#queue = drawn.catch(() => undefined);
    return drawn;
  }

  async #drawNext(source: string, isDark: boolean): Promise<Drawn> {
    const frame = this.#frame ?? (await this.#open());
    if (!frame) return { error: UNAVAILABLE };
    const id = ++this.#lastId;
    const answer = this.#answerOf(frame, (data) => data['id'] === id);
    frame.contentWindow?.postMessage({ id, source, isDark }, '*');
    const data = await answer;
    if (!data) {
      this.#close();
      return { error: TIMED_OUT };
    }
    return readAnswer(data);
  }

  async #open(): Promise<HTMLIFrameElement | undefined> {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.referrerPolicy = 'no-referrer';
    frame.title = 'Diagrams';
    frame.ariaHidden = 'true';
    frame.tabIndex = -1;
    // Without a layout, mermaid could not measure its texts.
    frame.style.cssText = 'position:fixed;left:-9999px;top:0;width:1200px;height:900px;border:0;visibility:hidden';
    frame.src = this.#address;
    const ready = this.#answerOf(frame, (data) => data['ready'] === true);
    document.body.append(frame);
    this.#frame = frame;
    if (await ready) return frame;
    this.#close();
    return undefined;
  }

  #close(): void {
    this.#frame?.remove();
    this.#frame = undefined;
  }

  /** The next message of the frame that fits; undefined when none comes in time. */
  #answerOf(
    frame: HTMLIFrameElement,
    fits: (data: Record<string, unknown>) => boolean,
  ): Promise<Record<string, unknown> | undefined> {
    return new Promise((resolve) => {
      const finish = (data?: Record<string, unknown>) => {
        clearTimeout(timer);
        removeEventListener('message', listen);
        resolve(data);
      };
      const listen = ({ source, data }: MessageEvent<unknown>) => {
        if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
        if (fits(data as Record<string, unknown>)) finish(data as Record<string, unknown>);
      };
      const timer = setTimeout(finish, TIMEOUT_MS);
      addEventListener('message', listen);
    });
  }
}

function readAnswer({ svg, error }: Record<string, unknown>): Drawn {
  if (typeof svg === 'string' && svg.length <= MAX_SVG_LENGTH) return { svg };
  return { error: (typeof error === 'string' ? error : 'The diagram is too large.').slice(0, MAX_ERROR_LENGTH) };
}
