/** The input of a program that runs once: a line of JSON, and the bytes that it is about. */
import { buffer } from 'node:stream/consumers';

export interface ProgramInput {
  readonly head: unknown;
  readonly bytes: Uint8Array;
}

export const printInput = ({ head, bytes }: ProgramInput): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]);

/** Reads what the agent has sent to this program. */
export async function readInput<Head>(): Promise<{ head: Head; bytes: Buffer }> {
  const input = await buffer(process.stdin);
  const end = input.indexOf('\n');
  return { head: JSON.parse(input.toString('utf8', 0, end)) as Head, bytes: input.subarray(end + 1) };
}
