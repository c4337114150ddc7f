import { createHash } from 'node:crypto';
import type { Image } from '@zo/articles';

const MAX_LENGTH = 60;
const HASH_LENGTH = 8;

/** For example `harbour-1f2e3d4c.png`: the last part of the address, and a hash that keeps different images apart. */
export function imageName(url: string, { bytes, extension }: Image): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
  const name = lastPart(url)
    .replace(/\.[a-z]{2,5}$/i, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '')
    .toWellFormed();
  return `${name || 'image'}-${hash}.${extension}`;
}

function lastPart(url: string): string {
  const part = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
