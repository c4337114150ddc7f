import { createHash } from 'node:crypto';

/** As many as charts/zo creates, each with a service account, a network policy and permissions of the operator. */
const SHARDS = 16;

export const shards = (prefix: string): string[] =>
  Array.from({ length: SHARDS }, (_, index) => `${prefix}-${String(index).padStart(2, '0')}`);

/** The namespace of a user's computer: computed from the user id, so it need not be stored. */
export function shardOf(prefix: string, userId: string): string {
  return shards(prefix)[createHash('sha256').update(userId).digest()[0]! % SHARDS]!;
}
