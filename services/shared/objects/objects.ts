/** The port to large things that are written once and read often. The calls are those an S3 bucket has, too. */
import type { Readable } from 'node:stream';
import { defineErrors } from '@zo/errors';

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

/** Leave to write one object without us: `PUT url` with exactly these headers and a body of the promised hash. */
export interface Offer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What `acceptOffer` has to be told. */
  readonly name: string;
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
  /**
   * An address anybody can read the object at until `ttlMs` have passed; undefined when there is no object, or when this store has no
   * addresses and the service passes the bytes on.
   */
  link(key: string, ttlMs: number): Promise<string | undefined>;
  /** Leave to write content of that SHA-256 (hexadecimal) past us; undefined when this store has no addresses. Nothing is stored before `acceptOffer`. */
  offer(key: string, hash: string, ttlMs: number): Promise<Offer | undefined>;
  /** Makes what was written on an offer the object. Answers undefined when the offer was not for this key. @throws when not all of it is there */
  acceptOffer(key: string, name: string, promised: { size: number; hash: string }): Promise<ObjectInfo | undefined>;
  /** Resolves once the store could be used, also when it is away later; the error's message says in one sentence what is missing. */
  check(): Promise<void>;
}

/** @throws objects.bad_key for what S3 would refuse, so that a key that works on one adapter works on all. */
export function checkKey(key: string): string {
  const bytes = Buffer.byteLength(key);
  if (bytes < 1 || bytes > 1024 || !key.isWellFormed()) throw objectErrors.badKey();
  return key;
}

/** The first and last byte of a part of an object. @throws objects.bad_range */
export function checkRange(size: number, range?: ObjectRange): { start: number; end: number } {
  const { start = 0, end = size - 1 } = range ?? {};
  if (range && (start < 0 || start >= size || end < start)) throw objectErrors.badRange();
  return { start, end: Math.min(end, size - 1) };
}

/** DI token of the port. */
export const OBJECTS = Symbol('objects');
