/** ED-02: bounds of the width of an image, in CSS pixels. */
export const MIN_WIDTH = 50;
export const MAX_WIDTH = 1200;

/** What stands between the brackets of an image: its caption, and its width after a bar, as in `![Harbour|300](…)`. */
export interface ImageText {
  /** Without the backslashes of Markdown. */
  readonly caption: string;
  /** In CSS pixels; undefined for the natural width. */
  readonly width?: number;
}

/** Some programs write the height too, which follows from the width. */
const WITH_WIDTH = /^((?:[^\\]|\\.)*?)\|(\d{1,5})(?:x\d{1,5})?$/s;

export const clampWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

export function readImageText(source: string): ImageText {
  const [, caption = source, width] = WITH_WIDTH.exec(source) ?? [];
  return { caption: unescape(caption), ...(width && { width: clampWidth(Number(width)) }) };
}

export function writeImageText({ caption, width }: ImageText): string {
  return escape(caption) + (width === undefined ? '' : `|${clampWidth(width)}`);
}

const escape = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[[\]\\`<|]/g, '\\$&');
const unescape = (text: string) => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
