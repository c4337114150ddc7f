/** The port to large objects that are written once and read often. Its calls match what an S3 bucket offers. */
import type { Readable } from 'node:stream';
import { defineErrors } from '@zo/errors';

export const objectErrors = defineErrors('objects', {
  badKey: [400, 'The name of an object has 1 to 1024 bytes of well-formed text.'],
  badRange: [416, 'The object ends before the asked part begins.'],
});

export interface ObjectInfo {
  readonly key: string;
  readonly size: number;
  /** SHA-256 of the content in hexadecimal. */
  readonly hash: string;
  readonly modifiedAt: Date;
}

/** Bytes `start` to `end`, both inclusive; an end past the last byte is clamped. */
export interface ObjectRange {
  readonly start: number;
  readonly end?: number;
}

/** Permission to upload one object directly: `PUT url` with exactly these headers and a body of the promised hash. */
export interface Offer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Pass this to `acceptOffer`. */
  readonly name: string;
}

export interface ObjectStore {
  /**
   * Stores the whole stream, or nothing if it fails. Resolves once the object survives a power cut. With `ifAbsent`
   * returns undefined, and changes nothing, if the key is taken.
   */
  put(key: string, content: Readable, options?: { ifAbsent?: boolean }): Promise<ObjectInfo | undefined>;
  /**
   * Returns one version of the object, even if it is replaced or deleted meanwhile. The caller reads the stream or
   * destroys it.
   */
  get(key: string, range?: ObjectRange): Promise<{ info: ObjectInfo; content: Readable } | undefined>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Succeeds if the object does not exist. */
  delete(key: string): Promise<void>;
  /**
   * Removes leftovers of interrupted `put` calls that are older than a day; younger ones may still be in progress, here
   * or elsewhere. Returns how many were removed. The store also runs it by itself from time to time.
   */
  sweep(): Promise<number>;
  /**
   * Lists all objects whose key begins with `prefix`, in byte order of the keys. For sweeps: it may read every object.
   */
  list(prefix?: string): AsyncIterable<ObjectInfo>;
  /**
   * Returns a URL at which anybody can read the object for `ttlMs`; undefined if the object does not exist or the store
   * has no URLs, so that the service has to pass the bytes on.
   */
  link(key: string, ttlMs: number): Promise<string | undefined>;
  /**
   * Returns permission to upload content of this SHA-256 (hexadecimal) directly; undefined if the store has no URLs.
   * Nothing is stored before `acceptOffer`.
   */
  offer(key: string, hash: string, ttlMs: number): Promise<Offer | undefined>;
  /**
   * Makes the content uploaded for an offer the object. Returns undefined if the offer was for another key. @throws if
   * the content is incomplete
   */
  acceptOffer(key: string, name: string, promised: { size: number; hash: string }): Promise<ObjectInfo | undefined>;
  /**
   * Resolves once the store has been usable, even if it is unreachable later. @throws with one sentence on what is
   * missing
   */
  check(): Promise<void>;
}

/** @throws objects.bad_key for what S3 would refuse, so that a key valid for one adapter is valid for all */
export function checkKey(key: string): string {
  const bytes = Buffer.byteLength(key);
  if (bytes < 1 || bytes > 1024 || !key.isWellFormed()) throw objectErrors.badKey();
  return key;
}

/** Returns the first and last byte of a range. @throws objects.bad_range */
export function checkRange(size: number, range?: ObjectRange): { start: number; end: number } {
  const { start = 0, end = size - 1 } = range ?? {};
  if (range && (start < 0 || start >= size || end < start)) throw objectErrors.badRange();
  return { start, end: Math.min(end, size - 1) };
}

/** DI token of the port. */
export const OBJECTS = Symbol('objects');
