import type { Utterance } from '../transcript/transcript';

/** One caption. Times in seconds. */
export interface Caption {
  start: number;
  end: number;
  text: string;
}

/** Longer files are no captions. */
const MAX_LENGTH = 4 * 1024 * 1024;
const MAX_CAPTIONS = 50_000;
const MAX_CAPTION_LENGTH = 2_000;
const TIMES = /^\s*((?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/;

function secondsOf(time: string): number {
  const [s, m, h] = time.replace(',', '.').split(':').map(Number).toReversed();
  return (h ?? 0) * 3600 + (m ?? 0) * 60 + (s ?? 0);
}

/** Captions of a WebVTT or SubRip file, which differ in what is around the times. Undefined when it has none. */
export function readCaptions(text: string): Caption[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const captions: Caption[] = [];
  for (const block of text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const [, start, end] = TIMES.exec(lines[at] ?? '') ?? [];
    if (!start || !end || captions.length === MAX_CAPTIONS) continue;
    const words = lines
      .slice(at + 1)
      .join('\n')
      .trim()
      .slice(0, MAX_CAPTION_LENGTH);
    if (words && secondsOf(end) > secondsOf(start))
      captions.push({ start: secondsOf(start), end: secondsOf(end), text: words });
  }
  return captions.length > 0 ? captions : undefined;
}

const SPEAKER = /^<v(?:\.[^\s>]*)?\s+([^>]+)>/;
const TAG = /<\/?(?:v|c|i|b|u|ruby|rt|lang|font|\d)[^<>]*>/g;

/** A caption as a line of a transcript: on one line, without tags, with the speaker of a WebVTT voice tag. */
export function utteranceOf({ start, text }: Caption): Utterance {
  const speaker = SPEAKER.exec(text)?.[1]?.trim();
  return { text: text.replace(TAG, '').replace(/\s+/g, ' ').trim(), start, ...(speaker && { speaker }) };
}
