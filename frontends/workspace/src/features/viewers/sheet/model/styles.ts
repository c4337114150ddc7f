import type { CSSProperties } from 'react';

/** What a style of a cell may set; all other properties of a file stay in it unused. */
const COLOUR = /^(#[\da-f]{3,8}|rgba?\([\d\s,.%/]{1,40}\)|[a-z]{3,20})$/i;
const ALLOWED: Readonly<Record<string, RegExp>> = {
  'font-weight': /^(normal|bold|[1-9]00)$/,
  'font-style': /^(normal|italic)$/,
  'text-decoration': /^(none|underline|line-through)$/,
  'text-align': /^(left|center|right)$/,
  'white-space': /^(normal|nowrap|pre-wrap)$/,
  'vertical-align': /^(top|middle|bottom)$/,
  color: COLOUR,
  'background-color': COLOUR,
};
const MAX_STYLE = 1_000;

export type Style = ReadonlyMap<string, string>;

/** The declarations of a style such as `font-weight: bold; color: #c00`. */
export function parseStyle(css: unknown): Style {
  const found = new Map<string, string>();
  if (typeof css !== 'string' || css.length > MAX_STYLE) return found;
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0) found.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
  }
  return found;
}

/** The style with one property set, or removed when it has the value already. Undefined when nothing is left. */
export function withProperty(css: unknown, name: string, value: string | undefined): string | undefined {
  if (typeof css === 'string' && css.length > MAX_STYLE) return css;
  const next = new Map(parseStyle(css));
  if (value === undefined) next.delete(name);
  else next.set(name, value);
  const text = [...next].map(([key, each]) => `${key}: ${each}`).join('; ');
  return text || undefined;
}

const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i;

/** Whether dark text cannot be read on a colour. */
function isDark(colour: string): boolean {
  const parts = HEX.exec(colour)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16));
  return parts !== undefined && 0.3 * parts[0]! + 0.59 * parts[1]! + 0.11 * parts[2]! < 128;
}

const BORDER = /^(?:(\d{1,2})(?:\.\d+)?px|thin|medium|thick) (solid|dashed|dotted|double)(?: (.+))?$/i;
const WIDTHS: Readonly<Record<string, number>> = { thin: 1, medium: 2, thick: 3 };
const MAX_BORDER = 4;

export interface Border {
  /** In pixels. */
  width: number;
  line: string;
  colour: string;
}

/** The line that a style draws on one side of its cell. */
export function borderOf(css: Style, side: 'top' | 'right' | 'bottom' | 'left'): Border | undefined {
  const text = css.get(`border-${side}`) ?? css.get('border');
  const [, pixels, line, colour = '#000000'] = BORDER.exec(text ?? '') ?? [];
  if (!line || !COLOUR.test(colour)) return undefined;
  const width = pixels === undefined ? WIDTHS[text!.split(' ')[0]!.toLowerCase()]! : Number(pixels);
  return width > 0 ? { width: Math.min(MAX_BORDER, width), line: line.toLowerCase(), colour } : undefined;
}

/** Whether a property of a style is shown; other values are of no use to a sheet. */
export const isShown = (name: string, value: string): boolean => {
  const side = /^border-(top|right|bottom|left)$/.exec(name)?.[1] as 'top' | undefined;
  return side ? borderOf(new Map([[name, value]]), side) !== undefined : (ALLOWED[name]?.test(value) ?? false);
};

const PLACES: Readonly<Record<string, string>> = { top: 'flex-start', middle: 'center', bottom: 'flex-end' };

/** The allowed part of a style, for React. Colours are custom properties, which the theme adapts. */
export function reactStyle(css: unknown): CSSProperties {
  const style: Record<string, string> = {};
  for (const [name, value] of parseStyle(css)) {
    if (!ALLOWED[name]?.test(value)) continue;
    if (name === 'color') style['--ink'] = value;
    else if (name === 'background-color') style['--fill'] = value;
    else if (name === 'vertical-align') style.alignItems = PLACES[value]!;
    else style[name.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())] = value;
  }
  if (style['--fill'] && !style['--ink'] && isDark(style['--fill'])) style['--ink'] = 'white';
  return style as CSSProperties;
}
