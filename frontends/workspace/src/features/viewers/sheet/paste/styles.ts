import { isShown, parseStyle, type Style } from '../model/styles';

const MAX_CSS = 500_000;
const MAX_RULES = 5_000;
const COLOURS: Readonly<Record<string, string>> = { windowtext: '#000000', auto: '#000000', window: '#ffffff' };
const BLACK = /^(#000|#000000|black|windowtext|rgb\(0, ?0, ?0\))$/i;
const WHITE = /^(#fff|#ffffff|white|window|transparent|none|auto|rgb\(255, ?255, ?255\))$/i;
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

const FORMAT = /mso-number-format:\s*("(?:[^"\\]|\\[^])*"|[^;"]+)/;

/** Declarations of a style. A number format may have semicolons in it. */
function declarations(text: string): Style {
  const css = new Map(parseStyle(text.replace(FORMAT, '').replace(/\s+/g, ' ')));
  const format = FORMAT.exec(text)?.[1];
  return format === undefined ? css : css.set('mso-number-format', format.trim());
}

/** The declarations of each class of a style sheet, as Excel and Google Sheets write them. */
export function classesOf(css: string): ReadonlyMap<string, Style> {
  const classes = new Map<string, Style>();
  for (const [, selectors, body] of css.slice(0, MAX_CSS).matchAll(/([^{}]{1,300})\{([^{}]{0,2000})\}/g)) {
    if (classes.size >= MAX_RULES) break;
    for (const selector of selectors!.split(',')) {
      const name = /^\s*(?:td)?\.([\w-]+)\s*$/.exec(selector)?.[1];
      if (name) classes.set(name, declarations(body!));
    }
  }
  return classes;
}

const colourOf = (text: string): string => COLOURS[text.toLowerCase()] ?? text;

/** `.5pt solid windowtext` as `1px solid #000000`. */
function borderOf(text: string): string | undefined {
  const [, size, unit, line, colour] = /^([\d.]+)(pt|px) (solid|dashed|dotted|double|hairline) ?(.*)$/.exec(text) ?? [];
  if (!line) return undefined;
  const pixels = Math.max(1, Math.round(Number(size) * (unit === 'pt' ? 4 / 3 : 1)));
  return `${pixels}px ${line === 'hairline' ? 'solid' : line} ${colourOf(colour || '#000000')}`;
}

type Found = Map<string, string>;

function takeText(css: Style, to: Found): void {
  const weight = css.get('font-weight');
  if (weight === 'bold' || Number(weight) >= 600) to.set('font-weight', 'bold');
  if (css.get('font-style') === 'italic') to.set('font-style', 'italic');
  const line = `${css.get('text-decoration') ?? ''} ${css.get('text-decoration-line') ?? ''}`;
  if (line.includes('line-through')) to.set('text-decoration', 'line-through');
  else if (line.includes('underline')) to.set('text-decoration', 'underline');
  const ink = css.get('color');
  if (ink && !BLACK.test(ink)) to.set('color', colourOf(ink));
}

function takeCell(css: Style, to: Found): void {
  const fill = css.get('background-color') ?? css.get('background');
  if (fill && !WHITE.test(fill)) to.set('background-color', colourOf(fill));
  const align = css.get('text-align');
  if (align && /^(left|center|right)$/.test(align)) to.set('text-align', align);
  const place = css.get('vertical-align');
  if (place && /^(top|middle)$/.test(place)) to.set('vertical-align', place);
  // Spreadsheets write `nowrap` for every cell that does not wrap.
  if (/^(normal|pre-wrap)$/.test(css.get('white-space') ?? '')) to.set('white-space', 'pre-wrap');
  for (const side of SIDES) {
    const line = borderOf(css.get(`border-${side}`) ?? css.get('border') ?? '');
    if (line) to.set(`border-${side}`, line);
  }
}

const INLINE: Readonly<Record<string, readonly [property: string, value: string]>> = {
  b: ['font-weight', 'bold'],
  strong: ['font-weight', 'bold'],
  i: ['font-style', 'italic'],
  em: ['font-style', 'italic'],
  u: ['text-decoration', 'underline'],
  s: ['text-decoration', 'line-through'],
  strike: ['text-decoration', 'line-through'],
};

/** Elements that hold the whole text of a cell, from the outside in. */
function wrappers(cell: Element): Element[] {
  const found: Element[] = [];
  let inner = cell;
  for (let depth = 0; depth < 8; depth++) {
    const [only, another] = inner.children;
    if (!only || another || only.textContent.trim() !== cell.textContent.trim()) break;
    found.push(only);
    inner = only;
  }
  return found;
}

const from = (element: Element, name: string): string | undefined =>
  element.getAttribute(`data-from-${name}`) ?? undefined;

const ownCss = (element: Element): Style => declarations(from(element, 'style') ?? '');

/** The style of a pasted cell: its class, its attributes, and what its whole text stands in. */
export function styleOf(cell: Element, classes: ReadonlyMap<string, Style>): string | undefined {
  const found: Found = new Map();
  const css = [...(from(cell, 'class')?.split(' ') ?? []).map((name) => classes.get(name)), ownCss(cell)];
  const attributes = new Map<string, string>();
  for (const [name, property] of [
    ['align', 'text-align'],
    ['valign', 'vertical-align'],
    ['bgcolor', 'background-color'],
  ] as const) {
    const value = from(cell, name);
    if (value) attributes.set(property, value.toLowerCase());
  }
  for (const each of [attributes, ...css]) {
    if (!each) continue;
    takeText(each, found);
    takeCell(each, found);
  }
  if (cell.tagName === 'TH') found.set('font-weight', 'bold');
  for (const element of wrappers(cell)) {
    const inline = INLINE[element.tagName.toLowerCase()];
    if (inline) found.set(inline[0], inline[1]);
    takeText(ownCss(element), found);
    const ink = from(element, 'color');
    if (ink && !BLACK.test(ink)) found.set('color', ink.toLowerCase());
  }
  // Numbers stand right and text left by themselves.
  const text = [...found]
    .filter((each) => isShown(...each))
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ');
  return text || undefined;
}

const NAMED: Readonly<Record<string, string | undefined>> = {
  general: undefined,
  fixed: '0.00',
  standard: '#,##0.00',
  percent: '0.00%',
  scientific: '0.00E+00',
  'short date': 'yyyy-mm-dd',
};
const MAX_MASK = 100;

/** Excel's number format as CSS writes it, such as `"\#\,\#\#0\.00"`. */
export function excelMask(text: string | undefined): string | undefined {
  if (!text || text.length > 4 * MAX_MASK) return undefined;
  const plain = text
    .replace(/^["']|["']$/g, '')
    .replace(/\\([\da-f]{4}) ?/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');
  return plain.toLowerCase() in NAMED ? NAMED[plain.toLowerCase()] : checkedMask(plain);
}

export function checkedMask(mask: unknown): string | undefined {
  if (typeof mask !== 'string' || mask.length > MAX_MASK) return undefined;
  // LibreOffice writes the language and currency of a format, such as `[$-409]` and `[$€-407]`.
  const plain = mask.replace(/\[\$([^\]-]*)-?[^\]]*\]/g, '$1').trim();
  return plain === '' || plain.toLowerCase() === 'general' ? undefined : plain;
}

export function classMask(cell: Element, classes: ReadonlyMap<string, Style>): string | undefined {
  const own = ownCss(cell).get('mso-number-format');
  const shared = from(cell, 'class')
    ?.split(' ')
    .map((name) => classes.get(name)?.get('mso-number-format'))
    .find(Boolean);
  return excelMask(own ?? shared);
}
