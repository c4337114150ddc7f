import { isAscii, isUtf8 } from 'node:buffer';
import type { TableFormat } from '../messages.js';
import { splitRow } from './cells.js';
import { scanRows } from './row-ends.js';

/** Bytes at the beginning from which the format is told. */
export const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_ROWS = 50;
const SEPARATORS = [',', ';', '\t', '|'];

export interface TextFormat {
  /** Bytes before the first row. */
  start: number;
  separator: string;
  quotes: boolean;
  /** Each line is a row of one cell. */
  isLines: boolean;
  decode: (bytes: Buffer) => string;
}

const utf8 = (bytes: Buffer) => bytes.toString('utf8');

/** How the text of a file is read, by its name and its beginning. */
export function detectFormat(sample: Buffer, format: TableFormat): TextFormat {
  const start = sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf ? 3 : 0;
  // The sample may end in the middle of a character.
  const decode = start === 3 ? utf8 : decoderOf(sample.subarray(0, Math.max(0, sample.lastIndexOf(0x0a))));
  const isLines = format === 'lines';
  if (isLines || format === 'jsonl') return { start, separator: '\n', quotes: false, isLines, decode };
  const body = sample.subarray(start);
  const separator = format === 'tsv' ? '\t' : separatorOf(body);
  return { start, separator, quotes: true, isLines, decode };
}

function decoderOf(sample: Buffer): TextFormat['decode'] {
  const decoder = new TextDecoder('windows-1252');
  const windows = (bytes: Buffer) => decoder.decode(bytes);
  // Where all of it is ASCII, each part tells for itself.
  if (isAscii(sample)) return (bytes) => (isUtf8(bytes) ? utf8(bytes) : windows(bytes));
  return isUtf8(sample) ? utf8 : windows;
}

/** The separator that gives most rows the same number of cells. */
function separatorOf(bytes: Buffer): string {
  let best = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    const widths: number[] = [];
    const syntax = { separator: separator.charCodeAt(0), quotes: true, keepsEmpty: false, isLast: false };
    scanRows(bytes, syntax, (start, end) => {
      if (widths.length < SAMPLE_ROWS)
        widths.push(splitRow(bytes.toString('latin1', start, end), separator, true).length);
    });
    if (widths.length === 0) widths.push(splitRow(bytes.toString('latin1'), separator, true).length);
    const [first = 1] = widths;
    const score = first < 2 ? 0 : widths.filter((width) => width === first).length / widths.length + first / 1e6;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}
