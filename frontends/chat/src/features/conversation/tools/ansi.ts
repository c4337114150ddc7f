/** A run of characters with one style. */
export interface Span {
  text: string;
  colour?: string;
  bold?: boolean;
  dim?: boolean;
}

/** ANSI colours as theme tokens: black, red, green, yellow, blue, magenta, cyan, white. */
const COLOURS = [
  'var(--text-3)',
  'var(--bad)',
  'var(--good)',
  'var(--warn)',
  'var(--syn-4)',
  'var(--syn-5)',
  'var(--syn-6)',
  'var(--text-1)',
];
// eslint-disable-next-line no-control-regex
const SEQUENCE =
  /\u001b\[([0-9;:?]*)([A-Za-z])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()][A-Z0-9]|\u001b./g;

/** Terminal output as coloured spans; cursor movements are dropped, and a line rewritten by \r shows its last state. */
export function parseAnsi(raw: string): Span[] {
  const text = raw.replace(/\r\n/g, '\n').replace(/[^\n]*\r(?!$|\n)/g, '');
  const spans: Span[] = [];
  let look: Omit<Span, 'text'> = {};
  let last = 0;
  const push = (part: string) => {
    if (part !== '') spans.push({ text: part, ...look });
  };
  for (const match of text.matchAll(SEQUENCE)) {
    push(text.slice(last, match.index));
    last = match.index + match[0].length;
    if (match[2] === 'm') look = restyle(look, (match[1] || '0').split(/[;:]/).map(Number));
  }
  push(text.slice(last));
  return spans;
}

function restyle(look: Omit<Span, 'text'>, codes: number[]): Omit<Span, 'text'> {
  const next = { ...look };
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index]!;
    if (code === 0) return restyle({}, codes.slice(index + 1));
    if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 22) next.bold = next.dim = undefined;
    else if (code === 39) next.colour = undefined;
    else if (code >= 30 && code <= 37) next.colour = COLOURS[code - 30];
    else if (code >= 90 && code <= 97) next.colour = COLOURS[code - 90];
    else if (code === 38 || code === 48) {
      // 256-colour and true-colour values could be unreadable on the theme's surfaces; such text stays plain.
      index += codes[index + 1] === 5 ? 2 : 4;
    }
  }
  return next;
}
