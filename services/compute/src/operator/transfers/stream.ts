/** Streams homes between agents and the object store. Nothing is stored in between. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { Computer, type ComputerAddress, sanitiseText } from '@zo/computer-client';
import type { ObjectStore } from '@zo/objects';
import { z } from 'zod';
import { boundedBody } from './bounded-body.js';
import { homesPrefix } from './resources.js';

/** An error that a retry would not solve. */
export class TransferRefusedError extends Error {}

const FORMAT = 1;
/** Stored beside the bytes, so that they can be restored when nothing of the cluster is left. */
const manifestSchema = z.object({
  format: z.literal(FORMAT),
  userId: z.uuid(),
  handle: z.string(),
  takenAt: z.iso.datetime(),
  bytes: z.number().int(),
  files: z.number().int(),
  unreadable: z.number().int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type HomeManifest = z.infer<typeof manifestSchema>;

/** What an agent says at the end of its backup, as trailers. */
const sentSchema = z.object({
  'zo-sha256': z.string(),
  'zo-entries': z.coerce.number().int().min(0),
  'zo-unreadable': z.coerce.number().int().min(0),
});
/** How an agent answers a restore. */
const restoredSchema = z.object({
  entries: z.number().int().optional(),
  sha256: z.string().optional(),
  message: z.string().optional(),
});

/** Found by the user id alone. */
const newestKey = (userId: string) => `${homesPrefix(userId)}newest`;
const MANIFEST_END = '.json';
const manifestKey = (location: string) => location + MANIFEST_END;

export interface Way {
  readonly agent: ComputerAddress;
  readonly objects: ObjectStore;
  readonly location: string;
  readonly signal: AbortSignal;
  readonly limits: TransferLimits;
}

/** An agent is hostile: a few that never end would hold all transfers of the cluster. */
export interface TransferLimits {
  /** Bytes of a backup. */
  readonly maxBytes: number;
  /** How long the agent may neither send nor accept anything. */
  readonly idleMs: number;
  /** From the beginning of a transfer to its end. */
  readonly totalMs: number;
}

/** @throws Error when the stream broke off; nothing is stored then */
export async function backUpHome(
  { agent, objects, location, signal, limits }: Way,
  { userId, handle }: { userId: string; handle: string },
): Promise<HomeManifest> {
  const computer = new Computer(agent);
  const takenAt = new Date().toISOString();
  try {
    const sent = await computer.fetch('GET', '/backup', within(signal, limits));
    if (sent.statusCode !== 200) {
      sent.destroy();
      throw new Error(`the agent answered ${sent.statusCode}`);
    }
    const { size: bytes, hash: sha256 } = (await objects.put(location, boundedBody(sent, limits)))!;
    const parsed = sentSchema.safeParse(sent.trailers);
    if (parsed.data?.['zo-sha256'] !== sha256) {
      await objects.delete(location);
      throw new Error('the backup broke off on its way');
    }
    const { 'zo-entries': files, 'zo-unreadable': unreadable } = parsed.data;
    const manifest: HomeManifest = {
      format: FORMAT,
      userId,
      handle,
      takenAt,
      bytes,
      files,
      unreadable,
      sha256,
    };
    await objects.put(manifestKey(location), Readable.from([Buffer.from(JSON.stringify(manifest))]));
    await objects.put(newestKey(userId), Readable.from([Buffer.from(location)]));
    return manifest;
  } finally {
    computer.close();
  }
}

/**
 * Sends a stored home to an agent on a new volume.
 * @throws TransferRefusedError when it is missing, of another user, or not what was stored
 */
export async function restoreHome(
  { agent, objects, location, signal, limits }: Way,
  { userId, sha256 }: { userId: string; sha256: string },
): Promise<HomeManifest> {
  const manifest = await manifestOf(objects, location);
  if (manifest.userId !== userId) throw new TransferRefusedError('the backup belongs to another user');
  // Read twice: filling a home must not start with content that turns out to be wrong at its end.
  const digest = createHash('sha256');
  for await (const block of await contentOf(objects, location)) digest.update(block as Buffer);
  if (digest.digest('hex') !== sha256 || manifest.sha256 !== sha256)
    throw new TransferRefusedError('the backup has been altered: it is not what was written');
  const computer = new Computer(agent);
  try {
    const body = await contentOf(objects, location);
    const answer = await computer.fetch('PUT', '/restore', { ...within(signal, limits), body });
    const restored = await computer.textOf(answer).then(restoredOf);
    if (answer.statusCode !== 200 || restored?.sha256 !== sha256)
      throw new Error(sanitiseText(restored?.message ?? `the agent answered ${answer.statusCode}`));
    if (restored.entries !== manifest.files)
      throw new Error(`${restored.entries} files and folders arrived of ${manifest.files}`);
    return manifest;
  } finally {
    computer.close();
  }
}

const within = (signal: AbortSignal, { idleMs, totalMs }: TransferLimits) => ({
  signal: AbortSignal.any([signal, AbortSignal.timeout(totalMs)]),
  silenceMs: idleMs,
});

function restoredOf(answer: string): z.infer<typeof restoredSchema> | undefined {
  try {
    return restoredSchema.safeParse(JSON.parse(answer)).data;
  } catch {
    return undefined;
  }
}

/** The newest home of a user, found with the object store alone; undefined when there is none. */
export async function newestHome(
  objects: ObjectStore,
  userId: string,
): Promise<{ location: string; manifest: HomeManifest } | undefined> {
  const named = await objects.get(newestKey(userId));
  const location = named && (await text(named.content));
  const manifest = location && (await manifestOf(objects, location).catch(ifRefused));
  if (manifest && manifest.userId === userId) return { location, manifest };
  // Stored by an older release, or the named one is gone: look through all of them.
  let newest: { location: string; manifest: HomeManifest } | undefined;
  for await (const { key } of objects.list(homesPrefix(userId))) {
    if (!key.endsWith(MANIFEST_END)) continue;
    const at = key.slice(0, -MANIFEST_END.length);
    const found = await manifestOf(objects, at).catch(ifRefused);
    if (found?.userId === userId && found.takenAt > (newest?.manifest.takenAt ?? ''))
      newest = { location: at, manifest: found };
  }
  return newest;
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof TransferRefusedError)) throw error;
}

/** Deletes the manifest first: without it the rest is not a backup. */
export async function removeHome(objects: ObjectStore, location: string): Promise<void> {
  await objects.delete(manifestKey(location));
  await objects.delete(location);
}

async function manifestOf(objects: ObjectStore, location: string): Promise<HomeManifest> {
  const manifest = manifestSchema.safeParse(
    await json(await contentOf(objects, manifestKey(location))).catch(() => undefined),
  );
  if (!manifest.success)
    throw new TransferRefusedError('the backup has been altered: its manifest is not what was written');
  return manifest.data;
}

async function contentOf(objects: ObjectStore, location: string): Promise<Readable> {
  const found = await objects.get(location);
  if (!found) throw new TransferRefusedError('the backup is not in the object store any more');
  return found.content;
}
