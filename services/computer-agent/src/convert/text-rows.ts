/** The rows of CSV and TSV, read as the table beside the file is. */
import { byteOrderOf } from '@zo/proto/text-encoding';
import { splitRow } from '../tables/child/cells.js';
import { scanRows } from '../tables/child/row-ends.js';
import { detectFormat, SAMPLE_BYTES } from '../tables/child/text-format.js';

const NEWLINE = 0x0a;

/** Calls `onRow` with the cells of each row, also of empty ones, and answers what it returns. */
export function rowsOfText<Row>(bytes: Buffer, format: 'csv' | 'tsv', onRow: (cells: string[]) => Row): Row[] {
  const whole = withNewlines(inUtf8(bytes));
  const { start, separator, quotes, decode } = detectFormat(whole.subarray(0, SAMPLE_BYTES), format);
  const body = whole.subarray(start);
  const syntax = { separator: separator.charCodeAt(0), keepsEmpty: true, isLast: true };
  // With a quote that never ends, all of them are text.
  const areQuotes = quotes && !scanRows(body, { ...syntax, quotes }, () => undefined).isInQuotes;
  const rows: Row[] = [];
  scanRows(body, { ...syntax, quotes: areQuotes }, (from, to) =>
    rows.push(onRow(splitRow(decode(body.subarray(from, to)), separator, areQuotes))),
  );
  return rows;
}

function inUtf8(bytes: Buffer): Buffer {
  const order = byteOrderOf(bytes);
  return order ? Buffer.from(new TextDecoder(`utf-16${order}`).decode(bytes)) : bytes;
}

/** Programs of old Macs end a line with a return alone. */
const withNewlines = (bytes: Buffer) =>
  bytes.includes(NEWLINE) ? bytes : Buffer.from(bytes.toString('latin1').replaceAll('\r', '\n'), 'latin1');
