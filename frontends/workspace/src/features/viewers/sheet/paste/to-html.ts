import type { Range } from '../model/address';
import type { Value } from '../model/workbook';

/** A cell as other programs read it. */
export interface CopiedCell {
  text: string;
  /** Its value, or the result of its formula. */
  value: Value;
  mask: string | undefined;
  style: string | undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/** What Google Sheets reads: the type, and the value below the number of the type. */
function sheetsValue(value: Value): string | undefined {
  if (typeof value === 'number') return JSON.stringify({ 1: 3, 3: value });
  if (typeof value === 'boolean') return JSON.stringify({ 1: 4, 4: value ? 1 : 0 });
  return value === null || value === '' ? undefined : JSON.stringify({ 1: 2, 2: value });
}

function attributes({ value, mask, style }: CopiedCell, merge: Range | undefined): string {
  const format = mask === undefined ? '' : `mso-number-format:'${mask.replace(/[\\#,.;'"()]/g, '\\$&')}'`;
  const css = [style?.replaceAll('pre-wrap', 'normal'), format].filter(Boolean).join('; ');
  const number = typeof value === 'number' ? { 'x:num': String(value), sdval: String(value) } : {};
  const all: Record<string, string | number | undefined> = {
    colspan: merge && merge.right > merge.left ? merge.right - merge.left + 1 : undefined,
    rowspan: merge && merge.bottom > merge.top ? merge.bottom - merge.top + 1 : undefined,
    style: css || undefined,
    ...number,
    sdnum: mask === undefined ? undefined : `1033;0;${mask}`,
    'data-sheets-value': sheetsValue(value),
    'data-sheets-numberformat': mask === undefined ? undefined : JSON.stringify({ 1: 2, 2: mask }),
  };
  return Object.entries(all)
    .filter((each) => each[1] !== undefined)
    .map(([name, each]) => ` ${name}="${escape(String(each))}"`)
    .join('');
}

/** A table that Excel, LibreOffice and Google Sheets read with its numbers, formats, styles and merged cells. */
export function toHtml(
  rows: readonly (readonly CopiedCell[])[],
  mergeAt: (row: number, column: number) => Range | undefined,
): string {
  const lines = rows.map((cells, row) => {
    const made = cells.map((cell, column) => {
      const merge = mergeAt(row, column);
      if (merge && (merge.top !== row || merge.left !== column)) return '';
      return `<td${attributes(cell, merge)}>${escape(cell.text).replaceAll('\n', '<br>')}</td>`;
    });
    return `<tr>${made.join('')}</tr>`;
  });
  return `<meta charset="utf-8"><table xmlns:x="urn:schemas-microsoft-com:office:excel">${lines.join('')}</table>`;
}
