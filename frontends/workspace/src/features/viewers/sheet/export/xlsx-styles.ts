import { borderOf, parseStyle, type Border, type Style } from '../model/styles';
import { argbOf } from './colours';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Excel has no more. */
const MAX_FORMATS = 60_000;
/** Numbers of formats below are Excel's own. */
const FIRST_FORMAT = 164;
const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SIDES = ['left', 'right', 'top', 'bottom'] as const;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Control characters are no XML.
const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!).replace(/[\u0000-\u001F]/g, ' ');

/** Parts of a style sheet, each once, with the number that cells name it by. */
class Parts {
  readonly #numbers: Map<string, number>;

  constructor(first: readonly string[]) {
    this.#numbers = new Map(first.map((part, at) => [part, at]));
  }

  get size(): number {
    return this.#numbers.size;
  }

  numberOf(part: string): number {
    const number = this.#numbers.get(part) ?? this.#numbers.size;
    this.#numbers.set(part, number);
    return number;
  }

  list(): string[] {
    return [...this.#numbers.keys()];
  }

  print(name: string): string {
    return `<${name} count="${this.size}">${this.list().join('')}</${name}>`;
  }
}

const colourTag = (name: string, colour: string | undefined): string => {
  const argb = argbOf(colour);
  return argb ? `<${name} rgb="${argb}"/>` : '';
};

function fontOf(css: Style): string {
  const line = css.get('text-decoration');
  const isBold = css.get('font-weight') === 'bold' || Number(css.get('font-weight')) >= 600;
  const marks = [
    isBold ? '<b/>' : '',
    css.get('font-style') === 'italic' ? '<i/>' : '',
    line === 'line-through' ? '<strike/>' : '',
    line === 'underline' ? '<u/>' : '',
  ].join('');
  const colour = colourTag('color', css.get('color')) || '<color theme="1"/>';
  return `<font>${marks}<sz val="12"/>${colour}<name val="Calibri"/><family val="2"/><scheme val="minor"/></font>`;
}

function fillOf(css: Style): string {
  const colour = colourTag('fgColor', css.get('background-color'));
  if (!colour) return '<fill><patternFill patternType="none"/></fill>';
  return `<fill><patternFill patternType="solid">${colour}<bgColor indexed="64"/></patternFill></fill>`;
}

function lineOf({ line, width }: Border): string {
  if (line === 'dashed') return width > 1 ? 'mediumDashed' : 'dashed';
  if (line !== 'solid') return line;
  return width > 2 ? 'thick' : width > 1 ? 'medium' : 'thin';
}

function bordersOf(css: Style): string {
  const sides = SIDES.map((side) => {
    const border = borderOf(css, side);
    return border ? `<${side} style="${lineOf(border)}">${colourTag('color', border.colour)}</${side}>` : `<${side}/>`;
  });
  return `<border>${sides.join('')}<diagonal/></border>`;
}

const VERTICAL: Readonly<Record<string, string>> = { top: 'top', middle: 'center', bottom: 'bottom' };

function alignmentOf(css: Style): string {
  const across = css.get('text-align');
  const down = VERTICAL[css.get('vertical-align') ?? ''];
  const all = [
    across && /^(left|center|right)$/.test(across) ? ` horizontal="${across}"` : '',
    down ? ` vertical="${down}"` : '',
    css.get('white-space') === 'pre-wrap' ? ' wrapText="1"' : '',
  ].join('');
  return all && `<alignment${all}/>`;
}

const NONE = parseStyle('');

/** The style sheet of a workbook: what its cells look like, by number. */
export class XlsxStyles {
  readonly #fonts = new Parts([fontOf(NONE)]);
  // Excel takes the first two for its own.
  readonly #fills = new Parts([fillOf(NONE), '<fill><patternFill patternType="gray125"/></fill>']);
  readonly #borders = new Parts([bordersOf(NONE)]);
  readonly #masks = new Parts([]);
  readonly #formats = new Parts(['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>']);
  readonly #known = new Map<string, number>();

  /** The number of a number format and a style together; 0 is what a cell has without one. */
  numberOf(mask: string | undefined, style: unknown): number {
    const css = typeof style === 'string' ? style : '';
    if (mask === undefined && css === '') return 0;
    const key = `${mask ?? ''}\n${css}`;
    const before = this.#known.get(key);
    if (before !== undefined) return before;
    const number = this.#formats.size < MAX_FORMATS ? this.#add(mask, parseStyle(css)) : 0;
    this.#known.set(key, number);
    return number;
  }

  #add(mask: string | undefined, css: Style): number {
    const format = mask === undefined ? 0 : FIRST_FORMAT + this.#masks.numberOf(escape(mask));
    const [font, fill, border] = [
      this.#fonts.numberOf(fontOf(css)),
      this.#fills.numberOf(fillOf(css)),
      this.#borders.numberOf(bordersOf(css)),
    ];
    const alignment = alignmentOf(css);
    const applied = [
      format ? ' applyNumberFormat="1"' : '',
      font ? ' applyFont="1"' : '',
      fill ? ' applyFill="1"' : '',
      border ? ' applyBorder="1"' : '',
      alignment ? ' applyAlignment="1"' : '',
    ].join('');
    return this.#formats.numberOf(
      `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" ` +
        `xfId="0"${applied}>${alignment}</xf>`,
    );
  }

  print(): string {
    const masks = this.#masks
      .list()
      .map((mask, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${mask}"/>`)
      .join('');
    return [
      HEADER,
      `<styleSheet xmlns="${MAIN}">`,
      masks && `<numFmts count="${this.#masks.size}">${masks}</numFmts>`,
      this.#fonts.print('fonts'),
      this.#fills.print('fills'),
      this.#borders.print('borders'),
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      this.#formats.print('cellXfs'),
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      '</styleSheet>',
    ].join('');
  }
}
