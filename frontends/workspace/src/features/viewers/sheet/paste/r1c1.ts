import { cellName, LAST_COLUMN, LAST_ROW, type Cell } from '../model/address';

const TOKEN = /"(?:[^"]|"")*"|(?<![\w.])R(\[-?\d{1,7}\]|\d{1,7})?C(\[-?\d{1,5}\]|\d{1,5})?(?![\w.(])/g;

function line(text: string | undefined, own: number): { at: number; isFixed: boolean } {
  if (text === undefined) return { at: own, isFixed: false };
  return text.startsWith('[')
    ? { at: own + Number(text.slice(1, -1)), isFixed: false }
    : { at: Number(text) - 1, isFixed: true };
}

/** A formula of Google's clipboard, such as `=R[0]C[-1]*2`, as the cell at a place reads it: `=A1*2`. */
export function fromR1c1(formula: string, cell: Cell): string {
  return formula.replace(TOKEN, (whole, rowText?: string, columnText?: string) => {
    if (whole.startsWith('"')) return whole;
    const [row, column] = [line(rowText, cell.row), line(columnText, cell.column)];
    if (row.at < 0 || column.at < 0 || row.at > LAST_ROW || column.at > LAST_COLUMN) return '#REF!';
    const name = cellName({ row: row.at, column: column.at });
    const [letters, digits] = [name.replace(/\d+/, ''), name.replace(/\D+/, '')];
    return `${column.isFixed ? '$' : ''}${letters}${row.isFixed ? '$' : ''}${digits}`;
  });
}
