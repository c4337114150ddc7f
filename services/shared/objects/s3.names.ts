/**
 * Names in the bucket: each object has a folder `ab/cd/<60 digits of the key's hash>/`. It holds the contents, each
 * named after the start time of its put, and `info`, which references the current one. Names have a fixed depth, and no
 * key can escape it.
 */
import { createHash } from 'node:crypto';
import { checkKey } from './objects.js';

const OURS = /^([0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{60})\/(?:info|(\d{14})-[0-9a-f-]{36})$/;

export interface Name {
  readonly folder: string;
  /** Start time of the put in Unix milliseconds; undefined for `info`. */
  readonly begun?: number;
}

/** @throws objects.bad_key */
export function folderOf(key: string): string {
  const hash = createHash('sha256').update(checkKey(key)).digest('hex');
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash.slice(4)}`;
}

export const infoName = (folder: string) => `${folder}/info`;
export const contentName = (folder: string, begun: number) =>
  `${folder}/${String(begun).padStart(14, '0')}-${crypto.randomUUID()}`;

/** Returns undefined for names of other users of the bucket, which are never touched. */
export function parseName(name: string): Name | undefined {
  const found = OURS.exec(name);
  return found ? { folder: found[1]!, begun: found[2] === undefined ? undefined : Number(found[2]) } : undefined;
}
