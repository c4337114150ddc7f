import { createHash } from 'node:crypto';

/** As many as charts/zo makes, each with its service account, its network policy and the rights of the operator. */
const SHARDS = 16;

export const shards = (prefix: string): string[] =>
  Array.from({ length: SHARDS }, (_, index) => `${prefix}-${String(index).padStart(2, '0')}`);

/** The namespace of a person's computer: a function of who it is, so nobody has to remember it. */
export function shardOf(prefix: string, userId: string): string {
  return shards(prefix)[createHash('sha256').update(userId).digest()[0]! % SHARDS]!;
}
