/** The file of a transcript: one JSON object a line, as the transcript viewer reads it. */
import type { Heard } from './speech.js';

export interface TranscriptLine {
  readonly text: string;
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly end: number;
  readonly speaker?: string;
  readonly language?: string;
}

export interface HeardPiece extends Heard {
  readonly from: number;
  /** Length of the piece, if it is known. */
  readonly length?: number;
}

const rounded = (seconds: number) => Math.round(seconds * 100) / 100;

/** All lines in the order of time. Models name speakers anew in each piece, so the names of several say which. */
export function linesOf(pieces: readonly HeardPiece[]): TranscriptLine[] {
  return pieces.flatMap(({ from, length, seconds, segments, language }, piece) => {
    let before = 0;
    const whole = length ?? seconds;
    return segments.map(({ text, start, end, speaker }): TranscriptLine => {
      // What a model says is no reason for a line outside of its piece, or one that ends before it begins.
      const begun = Math.min(Math.max(start ?? before, 0), whole ?? Infinity);
      before = Math.max(begun, Math.min(end ?? whole ?? begun, whole ?? Infinity));
      return {
        text,
        start: rounded(from + begun),
        end: rounded(from + before),
        ...(speaker && { speaker: pieces.length > 1 ? `${piece + 1}-${speaker}` : speaker }),
        ...(language && { language }),
      };
    });
  });
}

export const transcriptText = (lines: readonly TranscriptLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
