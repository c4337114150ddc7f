import Anser from 'anser';

/** A run of characters with one style. */
export interface Span {
  text: string;
  colour?: string;
  bold?: boolean;
  dim?: boolean;
}

/**
 * ANSI colours as theme tokens. Other palettes could be unreadable on the theme's surfaces, so such text stays plain.
 */
const COLOURS: Record<string, string> = {
  'ansi-black': 'var(--text-3)',
  'ansi-red': 'var(--bad)',
  'ansi-green': 'var(--good)',
  'ansi-yellow': 'var(--warn)',
  'ansi-blue': 'var(--syn-4)',
  'ansi-magenta': 'var(--syn-5)',
  'ansi-cyan': 'var(--syn-6)',
  'ansi-white': 'var(--text-1)',
};
/** Sequences other than styles: cursor movements, window titles, character sets. */
const OTHER_SEQUENCES =
  /\u001b\[[0-9;:?]*[A-Za-ln-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()][A-Z0-9]|\u001b[^[]/g;

/** Terminal output as coloured spans; cursor movements are dropped, and a line rewritten by \r shows its last state. */
export function parseAnsi(raw: string): Span[] {
  const text = raw
    .replace(/\r\n/g, '\n')
    .replace(/[^\n]*\r(?!$|\n)/g, '')
    .replace(OTHER_SEQUENCES, '');
  return Anser.ansiToJson(text, { use_classes: true, remove_empty: true }).map(({ content, fg, decorations }) => ({
    text: content,
    colour: fg ? COLOURS[fg.replace('bright-', '')] : undefined,
    bold: decorations.includes('bold') || undefined,
    dim: decorations.includes('dim') || undefined,
  }));
}
