import { pdfjs } from 'react-pdf';

const FIRST_BYTES = 65_536;
const MAX_ATTEMPTS = 4;
const RETRY_MS = 400;

/** Why the bytes of a document cannot be read. */
export type SourceProblem = 'changed' | 'empty' | 'unreachable';

export class SourceError extends Error {
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem) {
    super(problem);
    this.problem = problem;
  }
}

interface Part {
  bytes: Uint8Array;
  /** Size of the whole file in bytes. */
  total: number;
  etag: string | null;
}

interface Asked {
  begin: number;
  /** Exclusive end of the byte range. */
  end: number;
  etag?: string | null;
  signal: AbortSignal;
}

async function ask(url: string, { begin, end, etag, signal }: Asked): Promise<Part> {
  const headers = { range: `bytes=${begin}-${end - 1}`, ...(etag && { 'if-range': etag }) };
  const answer = await fetch(url, { headers, signal });
  if (answer.status === 416) throw new SourceError('empty');
  // A full response to a range request means that the file has changed.
  if (answer.status === 200 && begin > 0) {
    await answer.body?.cancel();
    throw new SourceError('changed');
  }
  if (!answer.ok) throw new SourceError('unreachable');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const total = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? bytes.length);
  return { bytes, total, etag: answer.headers.get('etag') };
}

/** Reads a byte range, with retries while the server is unreachable. @throws SourceError */
async function read(url: string, asked: Asked): Promise<Part> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(url, asked);
    } catch (error) {
      if (asked.signal.aborted) throw error;
      if (error instanceof SourceError && error.problem !== 'unreachable') throw error;
      if (attempt === MAX_ATTEMPTS) throw new SourceError('unreachable');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * 2 ** attempt));
    }
  }
}

/** Reads a PDF in byte ranges. With only an address, pdf.js would request the whole file before any range. */
export class RangeSource extends pdfjs.PDFDataRangeTransport {
  readonly #url: string;
  readonly #etag: string | null;
  readonly #stop: AbortController;
  /** Called once when a range cannot be read. */
  onProblem: ((problem: SourceProblem) => void) | undefined;

  private constructor(url: string, first: Part, stop: AbortController) {
    super(first.total, first.bytes);
    this.#url = url;
    this.#etag = first.etag;
    this.#stop = stop;
  }

  /** @throws SourceError, AbortError */
  static async open(url: string, stop: AbortController): Promise<RangeSource> {
    const first = await read(url, { begin: 0, end: FIRST_BYTES, signal: stop.signal });
    if (first.total === 0) throw new SourceError('empty');
    return new RangeSource(url, first, stop);
  }

  override requestDataRange(begin: number, end: number): void {
    read(this.#url, { begin, end, etag: this.#etag, signal: this.#stop.signal }).then(
      ({ bytes }) => this.onDataRange(begin, bytes),
      (error: unknown) => {
        if (this.#stop.signal.aborted) return;
        this.onProblem?.(error instanceof SourceError ? error.problem : 'unreachable');
        this.onProblem = undefined;
      },
    );
  }

  override abort(): void {
    this.#stop.abort();
  }
}
