/** What a workbook shows beside its values: styles of cells by name, and how much of a sheet stays in view. */
import type { WorkBook } from '@e965/xlsx';
import { colourReader, type ColourOf } from './workbook-colours.js';

export interface Look {
  style: Record<string, string>;
  freezeRows?: number;
  freezeColumns?: number;
}

type Files = Readonly<Record<string, { content?: Uint8Array } | undefined>>;

/** The styles of larger sheets are left out, and those of more cells. */
const MAX_XML = 64 * 1024 * 1024;
const MAX_STYLED = 50_000;
const MAX_FROZEN = 5;

const tags = (xml: string, name: string): RegExpMatchArray[] => [
  ...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*?)?(?:/>|>([^]*?)</(?:\\w+:)?${name}>)`, 'g')),
];
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`^[^>]*?\\s${name}="([^"]*)"`).exec(tag)?.[1];
/** Whether a mark such as `<b/>` is on. */
const isOn = (xml: string, name: string): boolean => {
  const tag = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?/?>`).exec(xml)?.[0];
  return tag !== undefined && !/val="(0|false|none)"/.test(tag);
};

const listIn = (styles: string, list: string, item: string): string[] =>
  tags(tags(styles, list)[0]?.[1] ?? '', item).map(([whole]) => whole);

const LINES: Readonly<Record<string, string>> = {
  thin: '1px solid',
  hair: '1px dotted',
  dotted: '1px dotted',
  dashed: '1px dashed',
  dashDot: '1px dashed',
  medium: '2px solid',
  mediumDashed: '2px dashed',
  thick: '3px solid',
  double: '3px double',
};

function fontCss(xml: string, colourOf: ColourOf): string[] {
  const colour = colourOf(tags(xml, 'color')[0]?.[0]);
  return [
    isOn(xml, 'b') ? 'font-weight: bold' : '',
    isOn(xml, 'i') ? 'font-style: italic' : '',
    isOn(xml, 'strike') ? 'text-decoration: line-through' : isOn(xml, 'u') ? 'text-decoration: underline' : '',
    colour && colour !== '#000000' ? `color: ${colour}` : '',
  ];
}

function fillCss(xml: string, colourOf: ColourOf): string[] {
  const colour = /patternType="solid"/.test(xml) ? colourOf(tags(xml, 'fgColor')[0]?.[0]) : undefined;
  return colour && colour !== '#ffffff' ? [`background-color: ${colour}`] : [];
}

const borderCss = (xml: string, colourOf: ColourOf): string[] =>
  ['top', 'right', 'bottom', 'left'].map((side) => {
    const [tag] = tags(xml, side);
    const line = LINES[attribute(tag?.[0] ?? '', 'style') ?? ''];
    return line ? `border-${side}: ${line} ${colourOf(tags(tag![1] ?? '', 'color')[0]?.[0]) ?? '#000000'}` : '';
  });

function alignmentCss(xml: string): string[] {
  const tag = tags(xml, 'alignment')[0]?.[0] ?? '';
  const across = attribute(tag, 'horizontal') ?? '';
  const down = attribute(tag, 'vertical') ?? '';
  return [
    /^(left|center|right)$/.test(across) ? `text-align: ${across}` : '',
    down === 'top' ? 'vertical-align: top' : '',
    /wrapText="(1|true)"/.test(tag) ? 'white-space: pre-wrap' : '',
  ];
}

/** The style of each format that cells name by its number. */
function formatsOf(styles: string, colourOf: ColourOf): string[] {
  const fonts = listIn(styles, 'fonts', 'font').map((xml) => fontCss(xml, colourOf));
  const fills = listIn(styles, 'fills', 'fill').map((xml) => fillCss(xml, colourOf));
  const borders = listIn(styles, 'borders', 'border').map((xml) => borderCss(xml, colourOf));
  return listIn(styles, 'cellXfs', 'xf').map((xml) => {
    const part = (list: string[][], name: string) => list[Number(attribute(xml, name))] ?? [];
    const css = [
      ...part(fonts, 'fontId'),
      ...part(fills, 'fillId'),
      ...alignmentCss(xml),
      ...part(borders, 'borderId'),
    ];
    return css.filter(Boolean).join('; ');
  });
}

function lookOf(sheet: string, formats: readonly string[]): Look {
  const style: Record<string, string> = {};
  let count = 0;
  for (const [tag] of sheet.matchAll(/<(?:\w+:)?c\s[^>]*>/g)) {
    const css = formats[Number(attribute(tag, 's'))];
    const name = css ? attribute(tag, 'r') : undefined;
    if (!name || !/^[A-Z]{1,3}\d{1,7}$/.test(name)) continue;
    if (++count > MAX_STYLED) break;
    style[name] = css!;
  }
  const pane = /<(?:\w+:)?pane\s[^>]*>/.exec(sheet)?.[0] ?? '';
  const split = (name: string) =>
    /state="frozen/.test(pane) ? Math.min(MAX_FROZEN, Math.floor(Number(attribute(pane, name) ?? 0)) || 0) : 0;
  const [rows, columns] = [split('ySplit'), split('xSplit')];
  return { style, ...(rows > 0 && { freezeRows: rows }), ...(columns > 0 && { freezeColumns: columns }) };
}

/** The looks of the sheets of an Excel workbook, in their order; undefined for what is none. */
export function looksOf(book: WorkBook): (Look | undefined)[] {
  const { files } = book as WorkBook & { files?: Files };
  const read = (path: string): string | undefined => {
    const content = files?.[path]?.content;
    return content && content.length <= MAX_XML ? Buffer.from(content).toString('utf8') : undefined;
  };
  const styles = read('xl/styles.xml');
  const workbook = read('xl/workbook.xml');
  const relations = read('xl/_rels/workbook.xml.rels');
  if (!styles || !workbook || !relations) return [];
  const targets = new Map(
    tags(relations, 'Relationship').map(([tag]) => [attribute(tag, 'Id'), attribute(tag, 'Target')]),
  );
  const formats = formatsOf(styles, colourReader(read('xl/theme/theme1.xml') ?? ''));
  return tags(workbook, 'sheet').map(([tag]) => {
    const target = targets.get(attribute(tag, 'r:id'));
    const sheet = target && read(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    return sheet ? lookOf(sheet, formats) : undefined;
  });
}
