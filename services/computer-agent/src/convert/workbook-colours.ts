/** A colour of a workbook, such as `<color theme="4" tint="0.6"/>`, as CSS. */
export type ColourOf = (tag: string | undefined) => string | undefined;

/** The order in which a theme is numbered: its light and dark colours change places. */
const THEME = ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'];
/** The first eight of Excel's old palette, which it has twice. */
const INDEXED = ['000000', 'ffffff', 'ff0000', '00ff00', '0000ff', 'ffff00', 'ff00ff', '00ffff'];

const themeOf = (xml: string): (string | undefined)[] =>
  THEME.map((name) => {
    const part = new RegExp(`<a:${name}>([^]{0,300}?)</a:${name}>`).exec(xml)?.[1] ?? '';
    return /(?:lastClr|srgbClr val)="([\da-fA-F]{6})"/.exec(part)?.[1]?.toLowerCase();
  });

/** Mixes a colour with white above 0, and with black below. */
function tinted(colour: string, tint: number): string {
  const parts = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const mixed = parts.map((part) => Math.round(tint > 0 ? part + (255 - part) * tint : part * (1 + tint)));
  return mixed.map((part) => Math.min(255, Math.max(0, part)).toString(16).padStart(2, '0')).join('');
}

/** Reads colours of a workbook with that theme. */
export function colourReader(theme: string): ColourOf {
  const themed = themeOf(theme);
  return (tag = '') => {
    const own = /\srgb="(?:[\da-fA-F]{2})?([\da-fA-F]{6})"/.exec(tag)?.[1]?.toLowerCase();
    const number = Number(/\s(?:theme|indexed)="(\d{1,2})"/.exec(tag)?.[1] ?? -1);
    const base = own ?? (/\stheme=/.test(tag) ? themed[number] : number < 16 ? INDEXED[number % 8] : undefined);
    const tint = Number(/\stint="(-?[\d.]{1,24})"/.exec(tag)?.[1] ?? 0);
    return base && `#${tint ? tinted(base, tint) : base}`;
  };
}
