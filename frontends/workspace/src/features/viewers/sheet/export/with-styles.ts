import { CFB } from '@e965/xlsx';
import type { XlsxStyles } from './xlsx-styles';

/** What the library does not write into a worksheet: the formats of cells by name, and how much of it stays in view. */
export interface SheetLook {
  formats: ReadonlyMap<string, number>;
  frozen: { rows: number; columns: number };
}

interface Zip {
  FullPaths: string[];
  FileIndex: { content: Uint8Array; size: number }[];
}

const zips = CFB as {
  read(bytes: Uint8Array, options: object): Zip;
  write(zip: Zip, options: object): Uint8Array<ArrayBuffer>;
};
const utf8 = new TextDecoder();

/** The first cell that scrolls, such as `B2`. */
const cellBehind = ({ rows, columns }: SheetLook['frozen']): string =>
  `${String.fromCharCode(65 + columns)}${rows + 1}`;

function paneOf(frozen: SheetLook['frozen']): string {
  const { rows, columns } = frozen;
  const place = rows > 0 && columns > 0 ? 'bottomRight' : rows > 0 ? 'bottomLeft' : 'topRight';
  const splits = `${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''}`;
  return `<pane${splits} topLeftCell="${cellBehind(frozen)}" activePane="${place}" state="frozen"/>`;
}

function withLook(xml: string, { formats, frozen }: SheetLook): string {
  // Text of cells is escaped, so that these can only be tags.
  const styled = xml.replace(/<c r="([A-Z]+\d+)"(?: s="\d+")?/g, (_tag, name: string) => {
    const format = formats.get(name);
    return format ? `<c r="${name}" s="${format}"` : `<c r="${name}"`;
  });
  if (frozen.rows + frozen.columns === 0) return styled;
  return styled.replace(
    /<sheetView workbookViewId="0"\s*\/>/,
    `<sheetView workbookViewId="0">${paneOf(frozen)}</sheetView>`,
  );
}

/** The workbook with styles and frozen panes, which the library cannot write. */
export function withStyles(
  bytes: Uint8Array,
  styles: XlsxStyles,
  looks: readonly SheetLook[],
): Uint8Array<ArrayBuffer> {
  const zip = zips.read(bytes, { type: 'array' });
  const change = (path: string, to: (xml: string) => string) => {
    const file = zip.FileIndex[zip.FullPaths.findIndex((name) => name.endsWith(`/${path}`))]!;
    file.content = new TextEncoder().encode(to(utf8.decode(file.content)));
    file.size = file.content.length;
  };
  change('xl/styles.xml', () => styles.print());
  for (const [at, look] of looks.entries()) change(`xl/worksheets/sheet${at + 1}.xml`, (xml) => withLook(xml, look));
  return new Uint8Array(zips.write(zip, { fileType: 'zip', type: 'array', compression: true }));
}
