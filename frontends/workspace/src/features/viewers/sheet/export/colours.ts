/** Names of colours that styles of cells use, as red, green and blue. */
const NAMED: Readonly<Record<string, string>> = {
  aqua: '00FFFF',
  black: '000000',
  blue: '0000FF',
  brown: 'A52A2A',
  cyan: '00FFFF',
  fuchsia: 'FF00FF',
  gold: 'FFD700',
  gray: '808080',
  green: '008000',
  grey: '808080',
  lime: '00FF00',
  magenta: 'FF00FF',
  maroon: '800000',
  navy: '000080',
  olive: '808000',
  orange: 'FFA500',
  pink: 'FFC0CB',
  purple: '800080',
  red: 'FF0000',
  silver: 'C0C0C0',
  teal: '008080',
  violet: 'EE82EE',
  white: 'FFFFFF',
  yellow: 'FFFF00',
};

/** A colour of CSS as Excel writes it: `FF` and six digits. Undefined for one that it has no name for. */
export function argbOf(colour: string | undefined): string | undefined {
  if (!colour) return undefined;
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))(?:[\da-f]{2})?$/i.exec(colour) ?? [];
  if (long) return `FF${long.toUpperCase()}`;
  if (short) return `FF${[...short].map((digit) => digit + digit).join('')}`.toUpperCase();
  const parts = /^rgba?\((\d{1,3})[ ,]+(\d{1,3})[ ,]+(\d{1,3})/.exec(colour)?.slice(1).map(Number);
  if (parts?.every((part) => part <= 255))
    return `FF${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
  const named = NAMED[colour.toLowerCase()];
  return named && `FF${named}`;
}
