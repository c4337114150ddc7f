import type { Problem } from '@zo/web/store';
import type { Row, RowsAnswer, RowsAsked, TableFacts } from './rows';

const PAGE = 200;
/** Pages kept; more are read again. */
const MAX_PAGES = 40;
const MIN_COUNT_MS = 300;
const MAX_COUNT_MS = 2_000;

/** What is asked besides the window: `root`, `path`, `sheet`, `sort`, `filters`, `query`. */
export type TableAsked = Omit<RowsAsked, 'from' | 'count' | 'etag'>;
export type Ask = (body: RowsAsked, signal: AbortSignal) => Promise<RowsAnswer>;

/** The rows of a table that were on the screen lately, read in pages; the others are in the computer. */
export class Windows {
  facts: TableFacts | undefined;
  problem: Problem | undefined;
  /** Changes with everything that is shown. */
  version = 0;
  private readonly pages = new Map<number, Row[]>();
  private readonly reading = new Map<number, AbortController>();
  private readonly listeners = new Set<() => void>();
  private readonly ending = new AbortController();
  private etag = '';

  private isPolling = false;

  /** `onChanged`: the file is not the one any more that the first rows came from. */
  constructor(
    private readonly ask: Ask,
    private readonly asked: TableAsked,
    private readonly onChanged: () => void,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): number => this.version;

  readonly row = (index: number): Row | undefined => this.pages.get(Math.floor(index / PAGE))?.[index % PAGE];

  /** Reads the pages of these rows, and stops reading all others. */
  readonly show = (first: number, last: number): void => {
    if (this.problem) return;
    const from = Math.floor(Math.max(0, first) / PAGE);
    const to = Math.floor(Math.max(0, last) / PAGE);
    for (const [page, stop] of this.reading) if (page < from || page > to) stop.abort();
    for (let page = from; page <= to; page++) if (!this.pages.has(page)) void this.read(page);
  };

  close(): void {
    this.ending.abort();
  }

  private async read(page: number): Promise<void> {
    // One that was stopped may still be about to end.
    if (this.reading.get(page)?.signal.aborted === false) return;
    const stop = new AbortController();
    this.reading.set(page, stop);
    const signal = AbortSignal.any([stop.signal, this.ending.signal]);
    try {
      const rows: Row[] = [];
      // An answer may be shorter when the rows are long.
      while (rows.length < PAGE) {
        const answer = await this.take(page * PAGE + rows.length, PAGE - rows.length, signal);
        rows.push(...answer.rows);
        if (answer.rows.length === 0 || page * PAGE + rows.length >= answer.total) break;
        this.keep(page, rows);
      }
      this.keep(page, rows);
    } catch (error) {
      if (!signal.aborted) this.fail(error as Problem);
    } finally {
      if (this.reading.get(page) === stop) this.reading.delete(page);
    }
  }

  private async take(from: number, count: number, signal: AbortSignal): Promise<RowsAnswer> {
    const answer = await this.ask({ ...this.asked, from, count, etag: this.etag }, signal);
    signal.throwIfAborted();
    const { rows: _rows, etag, ...facts } = answer;
    this.etag = etag;
    // The computer found out that it must read the file in another way.
    if (this.facts && this.facts.note !== facts.note) this.pages.clear();
    this.facts = facts;
    if (facts.isAtLeast) void this.count();
    return answer;
  }

  private keep(page: number, rows: Row[]): void {
    this.pages.delete(page);
    this.pages.set(page, rows);
    const [oldest] = this.pages.keys();
    if (this.pages.size > MAX_PAGES) this.pages.delete(oldest!);
    this.changed();
  }

  /** Asks for the number of rows until they are counted. */
  private async count(): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    for (let wait = MIN_COUNT_MS; this.facts?.isAtLeast && !this.problem; wait = Math.min(MAX_COUNT_MS, wait * 1.5)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (this.ending.signal.aborted) return;
      await this.take(0, 0, this.ending.signal).catch((error: Problem) => this.fail(error));
      this.changed();
    }
    this.isPolling = false;
  }

  private fail(problem: Problem): void {
    if (this.ending.signal.aborted) return;
    if (problem.code === 'files.conflict') return this.onChanged();
    this.problem = problem;
    this.changed();
  }

  private changed(): void {
    if (this.ending.signal.aborted) return;
    this.version++;
    for (const listener of this.listeners) listener();
  }
}
