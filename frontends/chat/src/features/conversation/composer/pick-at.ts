/** What is being picked at the caret: a file after '@', or a command after '/'. */
export interface Picking {
  kind: 'mention' | 'command';
  query: string;
  /** Where its sign stands in the text. */
  start: number;
  end: number;
}

/** CH-02: how far back an unfinished mention is looked for. */
const LOOK_BACK = 128;

/** What the caret stands in; undefined when it is in plain words. */
export function pickingAt(text: string, caret: number): Picking | undefined {
  const from = Math.max(0, caret - LOOK_BACK);
  const mention = /(?:^|\s)@([^@\n]*)$/.exec(text.slice(from, caret));
  // Names have spaces, but a space right after the sign is no name.
  if (mention && !/^\s/.test(mention[1]!))
    return { kind: 'mention', query: mention[1]!, start: caret - mention[1]!.length - 1, end: caret };
  const command = /^\/([a-z]*)$/i.exec(text.slice(0, caret));
  return command && text.length === caret
    ? { kind: 'command', query: command[1]!.toLowerCase(), start: 0, end: caret }
    : undefined;
}

/** The text with what is picked in place of what was typed, and where the caret goes. */
export function replacePicked(text: string, { start, end }: Picking, by: string): { text: string; caret: number } {
  return { text: text.slice(0, start) + by + text.slice(end), caret: start + by.length };
}
