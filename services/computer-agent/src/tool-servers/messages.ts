/** Messages of JSON-RPC, one a line, as another program says them: hostile until read here. */
import { StringDecoder } from 'node:string_decoder';

export const MAX_MESSAGE = 1024 * 1024;

export interface Answer {
  readonly id: number;
  /** JSON. */
  readonly result?: string;
  /** JSON with code and message. */
  readonly error?: string;
}

/** A request of the program to us, which wants an answer. */
export interface Asked {
  readonly id: string | number;
  readonly method: string;
}

export type Said = { readonly answer: Answer } | { readonly asked: Asked } | { readonly other: 'notice' | 'noise' };

/** What a line says. Programs also write there what is no message. */
export function readMessage(line: string): Said {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return { other: 'noise' };
  }
  if (message === null || typeof message !== 'object' || Array.isArray(message)) return { other: 'noise' };
  const { id, method, result, error } = message as Record<string, unknown>;
  if (typeof method === 'string')
    return typeof id === 'string' || typeof id === 'number' ? { asked: { id, method } } : { other: 'notice' };
  if (typeof id !== 'number') return { other: 'noise' };
  if (isObject(error)) return { answer: { id, error: JSON.stringify(wordsOf(error)) } };
  return isObject(result) ? { answer: { id, result: JSON.stringify(result) } } : { other: 'noise' };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function wordsOf({ code, message }: Record<string, unknown>): { code: number; message: string } {
  return {
    code: Number.isInteger(code) ? (code as number) : -32_603,
    message: typeof message === 'string' ? message.slice(0, 4_000).toWellFormed() : '',
  };
}

/** Splits output into lines. */
export class Lines {
  private readonly decoder = new StringDecoder('utf8');
  private held = '';

  /** @returns the whole lines; undefined once one is longer than a message may be */
  take(data: Buffer): string[] | undefined {
    const lines = (this.held + this.decoder.write(data)).split('\n');
    this.held = lines.pop() ?? '';
    const isTooLong = this.held.length > MAX_MESSAGE || lines.some((line) => line.length > MAX_MESSAGE);
    return isTooLong ? undefined : lines.filter((line) => line.trim() !== '');
  }
}
