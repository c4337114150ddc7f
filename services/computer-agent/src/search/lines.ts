const NEWLINE = 10;

/** Splits a byte stream into lines; a line longer than `most` bytes is cut there and its rest dropped. */
export async function* lines(
  input: AsyncIterable<Buffer>,
  most: number,
): AsyncGenerator<{ line: Buffer; cut: boolean }> {
  let held: Buffer[] = [];
  let size = 0;
  let cut = false;
  const take = () => {
    const line = Buffer.concat(held, size);
    const answer = { line, cut };
    held = [];
    size = 0;
    cut = false;
    return answer;
  };
  const hold = (part: Buffer) => {
    const kept = part.subarray(0, Math.max(0, most - size));
    if (kept.length < part.length) cut = true;
    if (kept.length > 0) held.push(kept);
    size += kept.length;
  };
  for await (const chunk of input) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      hold(chunk.subarray(from, at));
      yield take();
      from = at + 1;
    }
    if (from < chunk.length) hold(chunk.subarray(from));
  }
  if (size > 0) yield take();
}
