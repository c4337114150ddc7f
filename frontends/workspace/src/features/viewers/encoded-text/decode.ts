import { byteOrderOf, SAMPLE_BYTES } from '@zo/proto/text-encoding';

/** Text in another encoding than UTF-8. */
export interface EncodedText {
  /** Name of the encoding, as people know it. */
  readonly encoding: string;
  /** Without the mark of byte order; line ends as they are. */
  readonly text: string;
}

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
