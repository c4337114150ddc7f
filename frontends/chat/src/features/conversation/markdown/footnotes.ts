/** `[^1]: text`, with the lines that go on with it. */
const DEFINITION =
  /^ {0,3}\[\^([^\]\s^]{1,64})\]:[ \t]*([^\n]*(?:\n(?:[ \t]{2,}\S|\p{L})[^\n]*|\n(?:[ \t]*\n)+(?: {4}|\t)[^\n]*)*)(?:\n|$)/u;

/** The definition of a footnote that a text begins with. */
export function footnoteAt(text: string): { raw: string; id: string; note: string } | undefined {
  if (!/^ {0,3}\[\^/.test(text)) return undefined;
  const found = DEFINITION.exec(text);
  return found ? { raw: found[0], id: found[1]!, note: found[2]!.replace(/\n[ \t]+/g, '\n').trim() } : undefined;
}
