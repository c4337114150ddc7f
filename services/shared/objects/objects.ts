/** The port to large things that are written once and read often. The calls are those an S3 bucket has, too. */
import type { Readable } from 'node:stream';
import { defineErrors } from '../errors/index.js';

export const objectErrors = defineErrors('objects', {
  badKey: [400, 'The name of an object has 1 to 1024 bytes of well-formed text.'],
  badRange: [416, 'The object ends before the asked part begins.'],
});

export interface ObjectInfo {
  readonly key: string;
  readonly size: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string;
  readonly modifiedAt: Date;
}

/** Bytes `start` to `end`, both included; an end behind the last byte means the last byte. */
export interface ObjectRange {
  readonly start: number;
  readonly end?: number;
}

export interface ObjectStore {
  /**
   * Stores the whole stream, or nothing when it breaks off. Answers once the object survives a power cut.
   * With `ifAbsent` answers undefined, and changes nothing, when the key is taken.
   */
  put(key: string, content: Readable, options?: { ifAbsent?: boolean }): Promise<ObjectInfo | undefined>;
  /** The object as it was at one moment, also when it is replaced or deleted meanwhile. Read the stream or destroy it. */
  get(key: string, range?: ObjectRange): Promise<{ info: ObjectInfo; content: Readable } | undefined>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Quiet about what is not there. */
  delete(key: string): Promise<void>;
  /**
   * Removes what a `put` cut off by the end of its process has left, when it is older than a day: a younger one may still
   * be under way, here or elsewhere. Answers how many. Done by the store itself now and then as it is written to.
   */
  sweep(): Promise<number>;
  /** Everything whose key begins with `prefix`, in the order of the keys' bytes. For sweeps: it may look at every object. */
  list(prefix?: string): AsyncIterable<ObjectInfo>;
}

/** @throws objects.bad_key for what S3 would refuse, so that a key that works on one adapter works on all. */
export function checkKey(key: string): string {
  const bytes = Buffer.byteLength(key);
  if (bytes < 1 || bytes > 1024 || !key.isWellFormed()) throw objectErrors.badKey();
  return key;
}

/** DI token of the port. */
export const OBJECTS = Symbol('objects');
