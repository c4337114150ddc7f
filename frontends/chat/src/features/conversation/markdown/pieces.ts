const PIECE_LENGTH = 8_000;

/** Cuts a long text at ends of lines, so that only its last piece changes while it grows. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let at = 0;
  while (text.length - at > 2 * PIECE_LENGTH) {
    const end = text.indexOf('\n', at + PIECE_LENGTH);
    if (end < 0) break;
    // The end of the line is that of the piece.
    pieces.push(text.slice(at, end));
    at = end + 1;
  }
  pieces.push(text.slice(at));
  return pieces;
}
