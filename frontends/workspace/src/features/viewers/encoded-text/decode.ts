/** Text in another encoding than UTF-8. */
export interface EncodedText {
  /** Name of the encoding, as people know it. */
  readonly encoding: string;
  /** Without the mark of byte order; line ends as they are. */
  readonly text: string;
}

const SAMPLE_BYTES = 4_096;
/** Share of zero bytes on one side from which a text without a mark is UTF-16. */
const MIN_ZEROS = 0.4;
/** UTF-16 stores text of most languages with few zeros on the other side. */
const MAX_ZEROS = 0.05;

const UTF_16 = { le: 'UTF-16 LE', be: 'UTF-16 BE' } as const;

/**
 * Decodes what is not UTF-8: UTF-16 by its mark or its zero bytes, else Windows-1252, which holds Latin-1.
 * @throws for bytes that are no text, or that could not be written again without loss
 */
export function decodeText(bytes: Uint8Array): EncodedText {
  const order = byteOrderOf(bytes);
  if (order) return { encoding: UTF_16[order], text: decoded(bytes, `utf-16${order}`) };
  if (bytes.subarray(0, SAMPLE_BYTES * 2).includes(0)) throw new Error('no text');
  return { encoding: 'Windows-1252 (Latin-1)', text: decoded(bytes, 'windows-1252') };
}

const decoded = (bytes: Uint8Array, label: string): string => new TextDecoder(label, { fatal: true }).decode(bytes);

function byteOrderOf(bytes: Uint8Array): keyof typeof UTF_16 | undefined {
  const isUtf32 = bytes[2] === 0 && bytes[3] === 0;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return isUtf32 ? undefined : 'le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const pairs = Math.floor(sample.length / 2);
  if (pairs === 0 || bytes.length % 2 === 1) return undefined;
  let [even, odd] = [0, 0];
  for (let at = 0; at < pairs * 2; at += 2) {
    if (sample[at] === 0) even++;
    if (sample[at + 1] === 0) odd++;
  }
  if (odd / pairs >= MIN_ZEROS && even / pairs <= MAX_ZEROS) return 'le';
  return even / pairs >= MIN_ZEROS && odd / pairs <= MAX_ZEROS ? 'be' : undefined;
}
