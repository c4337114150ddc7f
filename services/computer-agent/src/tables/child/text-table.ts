import { isRecord, parseJson } from '@zo/proto/records';
import {
  type Column,
  MAX_COLUMNS,
  type Row,
  TableError,
  type TableFormat,
  type TableWindow,
  type WindowRequest,
} from '../messages.js';
import { Answered, cutCell, showValue, splitRow } from './cells.js';
import { kindOf, textTestOf } from './matching.js';
import { scanRows } from './row-ends.js';
import { type FoundRow, MAX_ROW_BYTES, OpenQuoteError, walkRows } from './text-file.js';
import { detectFormat, SAMPLE_BYTES, type TextFormat } from './text-format.js';
import { readFrom, type Source, sourceOf } from './text-source.js';
import type { View, Walk } from './view.js';
import { Views } from './views.js';

/** The offset of every so many rows is kept. */
const STEP = 256;
const WINDOW_BLOCK_BYTES = 64 * 1024;
const SAMPLE_ROWS = 100;
const MAX_NAME = 200;
const NO_QUOTES = 'A quote in this file never ends, so quotes are shown as text.';

/**
 * CSV, TSV, JSON lines or lines of any text, of any size: some offsets in memory, everything else is read when it is
 * asked for.
 */
export class TextTable {
  private columns: Column[] = [];
  private columnCount = 0;
  /** Names of the fields of JSON lines. */
  private fields: string[] | null = null;
  private dataStart = 0;
  private offsets: number[] = [];
  private count = 0;
  private isCounted = false;
  private waiting: { row: number; resolve: () => void }[] = [];
  private readonly views = new Views<string>();
  private note = '';
  private generation = 0;

  private constructor(
    private readonly source: Source,
    private readonly text: TextFormat,
    private readonly blockBytes: number | undefined,
  ) {}

  /** `blockBytes`: read at once while rows are counted. @throws TableError */
  static async open(fd: number, format: TableFormat, blockBytes?: number): Promise<TextTable> {
    const source = await sourceOf(fd);
    const sample = await readSample(source);
    if (sample.length === 0) throw new TableError('unreadable', 'There is nothing in this file.');
    if (sample.includes(0)) throw new TableError('unreadable', 'This file is not text, so it has no rows.');
    const table = new TextTable(source, detectFormat(sample, format), blockBytes);
    table.readHead(sample, format);
    const counting = table.countRows();
    // A file that is read whole by now is counted at once, so its total is exact in the first answer.
    if (sample.length < SAMPLE_BYTES) await counting;
    return table;
  }

  private readHead(sample: Buffer, format: TableFormat): void {
    const { start, separator, quotes, isLines, decode } = this.text;
    if (isLines) return this.beginLines();
    const rows: { text: string; offset: number }[] = [];
    let next = sample.length;
    const collect = (from: number, to: number) => {
      if (rows.length > SAMPLE_ROWS) return void (next = Math.min(next, start + from));
      rows.push({ text: decode(sample.subarray(start + from, start + to)), offset: start + from });
    };
    const body = sample.subarray(start);
    const isLast = sample.length < SAMPLE_BYTES;
    scanRows(body, { separator: separator.charCodeAt(0), quotes, keepsEmpty: false, isLast }, collect);
    // The sample has no whole row: the only row ends with the file, or is longer than a row may be.
    if (rows.length === 0) rows.push({ text: decode(body), offset: start });
    if (format === 'jsonl') {
      const values = rows.map(({ text }) => parseLine(text));
      const names = new Set(values.flatMap((value) => (hasFields(value) ? Object.keys(value) : [])));
      this.fields = [...names].slice(0, MAX_COLUMNS);
      this.dataStart = start;
      this.nameColumns(names.size > 0 ? [...names] : ['value'], rows);
      return;
    }
    const [head, ...data] = rows;
    const names = splitRow(head!.text, separator, quotes);
    const width = data.reduce((most, { text }) => Math.max(most, splitRow(text, separator, quotes).length), 0);
    while (names.length < width) names.push('');
    this.dataStart = data[0]?.offset ?? -1;
    this.nameColumns(names, data);
  }

  private beginLines(): void {
    this.fields = [];
    this.dataStart = this.text.start;
    this.nameColumns(['line'], []);
  }

  private nameColumns(names: readonly string[], rows: readonly { text: string }[]): void {
    this.columnCount = names.length;
    const cells = rows.map(({ text }) => this.cellsOf(text));
    this.columns = names.slice(0, MAX_COLUMNS).map((name, column) => ({
      name: cutCell(name, MAX_NAME),
      kind: kindOf(cells.map((row) => row[column])),
    }));
  }

  private readonly cellsOf = (text: string): string[] => {
    if (this.text.isLines) return [text];
    if (!this.fields) return splitRow(text, this.text.separator, this.text.quotes).slice(0, MAX_COLUMNS);
    const value = parseLine(text);
    if (!hasFields(value) || this.fields.length === 0) return [value === undefined ? text : showValue(value)];
    return this.fields.map((field) => (Object.hasOwn(value, field) ? showValue(value[field]) : ''));
  };

  private readonly rowOf = ({ bytes, start, end }: FoundRow) => this.text.decode(bytes.subarray(start, end));

  private walk(from: number, blockBytes: number | undefined, isDone: () => boolean) {
    const { separator, quotes, isLines } = this.text;
    return {
      from,
      separator: separator.charCodeAt(0),
      quotes,
      keepsEmpty: isLines,
      isDone,
      ...(blockBytes && { blockBytes }),
    };
  }

  /** The first row names the columns, and is not counted. */
  private async countRows(): Promise<void> {
    const generation = ++this.generation;
    let isHead = this.fields === null;
    const isDone = () => {
      this.wake();
      return generation !== this.generation;
    };
    try {
      await walkRows(this.source, this.walk(this.text.start, this.blockBytes, isDone), ({ offset }) => {
        if (isHead) return void (isHead = false);
        if (this.count === 0) this.dataStart = offset;
        if (this.count % STEP === 0) this.offsets.push(offset);
        this.count++;
      });
      if (generation !== this.generation) return;
      this.isCounted = true;
    } catch (error) {
      if (!(error instanceof OpenQuoteError)) return this.fail();
      await this.withoutQuotes();
    }
    this.wake();
  }

  /** Whoever waits finds out when it reads. */
  private fail(): void {
    this.isCounted = true;
    this.wake();
  }

  private wake(): void {
    const ready = this.waiting.filter(({ row }) => this.isCounted || row < this.count);
    this.waiting = this.waiting.filter((waiting) => !ready.includes(waiting));
    for (const { resolve } of ready) resolve();
  }

  /** Starts again with quotes as text. */
  private async withoutQuotes(): Promise<void> {
    if (!this.text.quotes) return;
    this.text.quotes = false;
    this.note = NO_QUOTES;
    this.offsets = [];
    this.count = 0;
    this.views.forget();
    this.readHead(await readSample(this.source), 'csv');
    void this.countRows();
  }

  /** Resolves when this row is counted, or all are. */
  private counted(row: number): Promise<void> {
    if (this.isCounted || row < this.count) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ row, resolve }));
  }

  async window(request: WindowRequest): Promise<TableWindow> {
    try {
      return await this.read(request);
    } catch (error) {
      if (!(error instanceof OpenQuoteError)) throw error;
      await this.withoutQuotes();
      return this.read(request);
    }
  }

  private async read(request: WindowRequest): Promise<TableWindow> {
    const { sheet, query, sort, filters } = request;
    if (sheet !== '' || query !== '') throw new TableError('invalid', 'This file has one table only.');
    const isView = sort !== null || filters.length > 0;
    const view = isView ? await this.viewOf(request) : null;
    const rows = view ? await this.viewRows(view, request) : await this.fileRows(request);
    return {
      columns: this.columns,
      columnCount: this.columnCount,
      rows,
      total: view ? view.length : this.count,
      atLeast: view ? false : !this.isCounted,
      all: this.count,
      sheets: [],
      note: [this.note, view?.note].filter(Boolean).join(' '),
    };
  }

  private async fileRows({ from, count }: WindowRequest): Promise<Row[]> {
    if (count === 0) return [];
    // The first rows need no index, if they are in the sample.
    if (from > 0 || this.dataStart < 0) await this.counted(from);
    if (this.dataStart < 0) return [];
    const start = from < STEP ? this.dataStart : this.offsets[Math.floor(from / STEP)];
    if (start === undefined || (this.isCounted && from >= this.count)) return [];
    const found = new Answered<Row>();
    let number = from < STEP ? 0 : Math.floor(from / STEP) * STEP;
    let isDone = false;
    const options = this.walk(start, WINDOW_BLOCK_BYTES, () => isDone);
    await walkRows(this.source, options, (row) => {
      if (isDone) return;
      if (++number <= from) return;
      isDone = !found.add({ number, cells: this.cellsOf(this.rowOf(row)) }) || number >= from + count;
    });
    return found.rows;
  }

  private async viewOf(request: WindowRequest): Promise<View<string>> {
    const { sort, filters } = request;
    for (const { column } of [...filters, ...(sort ? [sort] : [])])
      if (column >= this.columns.length) throw new TableError('invalid', 'There is no such column.');
    const options = {
      sort,
      filters,
      kind: this.columns[sort?.column ?? 0]?.kind ?? 'text',
      cellsOf: this.cellsOf,
      // JSON may write what a cell shows in other characters.
      mayMatch: this.fields && !this.text.isLines ? () => true : textTestOf(filters),
    };
    const walk: Walk<string> = (isDone, onRow) => {
      let isHead = this.fields === null;
      return walkRows(this.source, this.walk(this.text.start, this.blockBytes, isDone), (row) => {
        if (isHead) return void (isHead = false);
        onRow(this.rowOf(row), BigInt(row.offset));
      });
    };
    return this.views.of(request, () => [options, walk]);
  }

  private async viewRows(view: View<string>, { from, count }: WindowRequest): Promise<Row[]> {
    const found = new Answered<Row>();
    for (let at = from; at < Math.min(from + count, view.length); at++) {
      const { number, offset } = view.at(at);
      let text: string | undefined;
      const options = this.walk(Number(offset), 4_096, () => text !== undefined);
      await walkRows(this.source, options, (row) => (text ??= this.rowOf(row)));
      if (!found.add({ number, cells: this.cellsOf(text ?? '') })) break;
    }
    return found.rows;
  }
}

/** The beginning of a file with at least its first row, unless that is longer than a row may be. */
async function readSample(source: Source): Promise<Buffer> {
  for (const size of [SAMPLE_BYTES, MAX_ROW_BYTES]) {
    const buffer = Buffer.allocUnsafe(size);
    const sample = buffer.subarray(0, await readFrom(source, buffer, 0));
    if (sample.length < size || sample.includes(0x0a)) return sample;
  }
  const buffer = Buffer.allocUnsafe(MAX_ROW_BYTES);
  return buffer.subarray(0, await readFrom(source, buffer, 0));
}

function parseLine(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const hasFields = (value: unknown): value is Record<string, unknown> => isRecord(value) || Array.isArray(value);
