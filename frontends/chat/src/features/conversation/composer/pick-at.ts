/** An unfinished pick at the caret: a file after '@', or a command after '/'. */
export interface Picking {
  kind: 'mention' | 'command';
  query: string;
  /** Offset of the '@' or '/' in the text. */
  start: number;
  end: number;
}

/** CH-02: how many characters before the caret to search for a mention. */
const LOOK_BACK = 128;

/** The pick at the caret; undefined in plain text. */
export function pickingAt(text: string, caret: number): Picking | undefined {
  const from = Math.max(0, caret - LOOK_BACK);
  const mention = /(?:^|\s)@([^@\n]*)$/.exec(text.slice(from, caret));
  // Names may contain spaces, but do not start with one.
  if (mention && !/^\s/.test(mention[1]!))
    return { kind: 'mention', query: mention[1]!, start: caret - mention[1]!.length - 1, end: caret };
  const command = /^\/([\p{L}\p{N}_.-]*)$/u.exec(text.slice(0, caret));
  return command && text.length === caret
    ? { kind: 'command', query: command[1]!.toLowerCase(), start: 0, end: caret }
    : undefined;
}

/** Replaces the typed pick by the chosen text; returns the text and the new caret offset. */
export function replacePicked(text: string, { start, end }: Picking, by: string): { text: string; caret: number } {
  return { text: text.slice(0, start) + by + text.slice(end), caret: start + by.length };
}
