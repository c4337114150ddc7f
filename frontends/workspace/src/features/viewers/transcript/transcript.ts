/** One line of a .transcript.jsonl. */
export interface Utterance {
  text: string;
  /** Seconds from the start. */
  start?: number;
  speaker?: string;
}

/** Undefined when a line is invalid: a partial transcript must not look complete. */
export function readTranscript(text: string): Utterance[] | undefined {
  const lines: Utterance[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      const { text: words, start, speaker } = JSON.parse(line) as Record<string, unknown>;
      if (typeof words !== 'string') return undefined;
      lines.push({
        text: words.trim(),
        ...(typeof start === 'number' && { start }),
        ...(typeof speaker === 'string' && { speaker }),
      });
    } catch {
      return undefined;
    }
  }
  return lines.length ? lines : undefined;
}
