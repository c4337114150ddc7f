/** What is in a file that is held, bounded, for the user who decides about it. */
import { isUtf8 } from 'node:buffer';
import { create } from '@bufbuild/protobuf';
import { type HeldText, HeldTextSchema } from '@zo/proto/agent/v1';
import { pathOf } from '../../history/keys.js';
import type { Candidate } from './candidates.js';

export const MAX_TEXTS = 5;
const MAX_CHARACTERS = 2_000;
/** A character has at most four bytes, and what follows the cut may be half of one. */
const MAX_BYTES = 4 * MAX_CHARACTERS;

export function textOf(key: string, { kind, bytes }: Pick<Candidate, 'kind' | 'bytes'>): HeldText {
  const about = { path: pathOf(key), isLink: kind === 'link' };
  if (bytes === undefined) return create(HeldTextSchema, { ...about, isCut: true });
  if (bytes.includes(0) || !isUtf8(bytes)) return create(HeldTextSchema, { ...about, isBinary: true });
  const text = bytes.subarray(0, MAX_BYTES).toString('utf8').slice(0, MAX_CHARACTERS).toWellFormed();
  return create(HeldTextSchema, { ...about, text, isCut: Buffer.byteLength(text) < bytes.length });
}
