import type { Cell, Range } from '../model/address';
import { dateNumber, literalOf, typed } from '../model/literal';
import type { Value } from '../model/workbook';
import { inertMarkup } from './inert-markup';
import { checkedMask, classesOf, classMask, styleOf } from './styles';

/** A cell of a clipboard. */
export interface PastedCell {
  value: Value;
  mask?: string | undefined;
  style?: string | undefined;
  /** A formula that refers to other cells by their distance. */
  relative?: string | undefined;
  /** Where this tab copied it, so that its formula moves along. */
  origin?: Cell;
}

/** What is pasted: its cells, and the merged ones counted from its first cell. */
export interface Pasted {
  rows: (PastedCell | undefined)[][];
  merges: Range[];
  /** Plain text has no styles, so those of the cells below stay. */
  isPlain?: boolean;
}

/** More is refused. */
export const MAX_HTML = 24_000_000;
export const MAX_PASTED = 200_000;
const MAX_TEXT = 32_767;
const MAX_FORMULA = 8_192;
const MAX_SPAN = 16_384;

type Read = Omit<PastedCell, 'style'>;

const from = (cell: Element, name: string): string | undefined => cell.getAttribute(`data-from-${name}`) ?? undefined;

/** Text that stays text, also when it reads like a number or a formula. */
function inertText(text: string): Value {
  const isOther = text.startsWith('=') || text.startsWith("'") || typeof literalOf(text) !== 'string';
  return text !== '' && isOther ? `'${text}` : text;
}

/** Stands for a line break of a cell. */
const BREAK = '\uE000';

/** Line breaks of a cell are its `br`; all other space is layout. */
function textOf(cell: Element): string {
  for (const line of cell.querySelectorAll('br')) line.replaceWith(BREAK);
  const lines = cell.textContent.slice(0, MAX_TEXT).split(BREAK);
  return lines
    .map((line) => line.replace(/[\s\u00A0]+/g, ' ').trim())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}

function parsed(json: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Google Sheets: the value as JSON, by type: 2 for text, 3 for a number, 4 for true or false. */
function googleCell(cell: Element): Read | undefined {
  const source = from(cell, 'data-sheets-value');
  const formula = from(cell, 'data-sheets-formula');
  if (source === undefined && formula === undefined) return undefined;
  const { 1: type, 2: text, 3: number, 4: flag } = parsed(source);
  const mask = checkedMask(parsed(from(cell, 'data-sheets-numberformat'))['2']);
  const relative = formula?.startsWith('=') && formula.length <= MAX_FORMULA ? formula : undefined;
  if (type === 3 && typeof number === 'number') return { value: number, mask, relative };
  if (type === 4) return { value: flag === 1 || flag === true, relative };
  if (typeof text === 'string') return { value: inertText(text.slice(0, MAX_TEXT)), mask, relative };
  return relative === undefined ? undefined : { value: textOf(cell), mask, relative };
}

/** LibreOffice: the number in `sdval`, its format behind the languages in `sdnum`. */
function libreCell(cell: Element): Read | undefined {
  const value = from(cell, 'sdval');
  const mask = checkedMask(from(cell, 'sdnum')?.split(';').slice(2).join(';'));
  if (mask === '@') return { value: inertText(textOf(cell)), mask };
  if (value === undefined || value.trim() === '' || !Number.isFinite(Number(value))) return undefined;
  return mask === 'BOOLEAN' ? { value: Number(value) !== 0 } : { value: Number(value), mask };
}

const SHOWN = /^\(?-?[^\d\s,.-]{0,3}\s?-?(\d{1,3}(?:,\d{3})+|\d{1,15})(\.\d{1,15})?\s?[^\d\s,.-]{0,3}\)?$/;

/** The number that Excel shows with a format, such as `(1,234.50)` or `12.5%`. */
function shownNumber(text: string): number | undefined {
  const found = SHOWN.exec(text);
  if (!found) return undefined;
  const size = Number(found[1]!.replaceAll(',', '') + (found[2] ?? ''));
  const value = text.endsWith('%') ? Number((size / 100).toPrecision(15)) : size;
  return /^\(.*\)$|-/.test(text) ? -value : value;
}

/** Excel: the number in `x:num`, or the shown one; text where the format says so. */
function excelCell(cell: Element, mask: string | undefined): Read | undefined {
  const text = textOf(cell);
  if (mask === '@' || from(cell, 'x-str') !== undefined) return { value: inertText(text) };
  if (from(cell, 'x-bool') !== undefined) return { value: /^true$/i.test(from(cell, 'x-bool')!) };
  const exact = from(cell, 'x-num');
  if (exact && Number.isFinite(Number(exact))) return { value: Number(exact), mask };
  if (mask === undefined && exact === undefined) return undefined;
  if (dateNumber(text) !== undefined) return { value: text, mask };
  const number = shownNumber(text);
  return number === undefined ? undefined : { value: number, mask };
}

const span = (cell: Element, name: string): number => {
  const count = Number.parseInt(from(cell, name) ?? '1', 10);
  return Number.isFinite(count) ? Math.min(MAX_SPAN, Math.max(1, count)) : 1;
};

const OFFICE = /urn:schemas-microsoft-com:office|data-sheets-|google-sheets-html-origin|content="?libreoffice|sdval=/i;

/**
 * The first table of HTML, as Excel, LibreOffice and Google Sheets put it on the clipboard. Undefined when it has none,
 * `too large` when it has more cells than are pasted at once.
 */
export function fromHtml(html: string): Pasted | 'too large' | undefined {
  if (html.length > MAX_HTML) return 'too large';
  const { html: inert, css } = inertMarkup(html);
  const table = new DOMParser().parseFromString(inert, 'text/html').querySelector('table');
  if (!table) return undefined;
  const classes = classesOf(css);
  const isOffice = OFFICE.test(html.slice(0, 20_000)) || OFFICE.test(html);
  const pasted: Pasted = { rows: [], merges: [] };
  /** Cells below that a merged cell above covers. */
  const taken = new Set<string>();
  let cells = 0;
  for (const [row, line] of [...table.rows].entries()) {
    const made: (PastedCell | undefined)[] = [];
    let column = 0;
    for (const cell of line.cells) {
      while (taken.has(`${row},${column}`)) made[column++] = undefined;
      const [across, down] = [span(cell, 'colspan'), Math.min(span(cell, 'rowspan'), table.rows.length - row)];
      cells += across * down;
      if (cells > MAX_PASTED) return 'too large';
      const mask = classMask(cell, classes);
      const text = textOf(cell);
      const read = googleCell(cell) ?? libreCell(cell) ?? excelCell(cell, mask);
      const plain = typed(text);
      const found = read ?? (isOffice && text.startsWith('=') ? { value: inertText(text) } : plain);
      made[column] = { ...found, style: styleOf(cell, classes) };
      if (across * down > 1) {
        pasted.merges.push({ top: row, left: column, bottom: row + down - 1, right: column + across - 1 });
        for (let y = 0; y < down; y++) for (let x = 0; x < across; x++) taken.add(`${row + y},${column + x}`);
      }
      column += across;
    }
    while (taken.has(`${row},${column}`)) made[column++] = undefined;
    pasted.rows.push(made);
  }
  return pasted;
}
