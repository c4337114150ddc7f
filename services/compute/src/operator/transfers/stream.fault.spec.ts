/** D16: backups and restores with agents that send without end, send nothing, or answer nonsense. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FolderObjects } from '@zo/objects';
import { BYTES, HostileAgent } from '@zo/testing';
import { removeFolder } from '../../../../../infra/testing/runner/folder.js';
import { backUpHome, restoreHome } from './stream.js';

const MB = 1024 ** 2;
/** Buffers between the sockets of the agent and the store. */
const MAX_BUFFERED_MB = 16;
const limits = { maxBytes: 8 * MB, idleMs: 1_000, totalMs: 60_000 };
const userId = crypto.randomUUID();

let agent: HostileAgent;
let objects: FolderObjects;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-objects-'));
  objects = new FolderObjects(folder);
  agent = await HostileAgent.start();
});
afterAll(async () => {
  await agent.stop();
  removeFolder(folder);
});

const way = (location: string) => {
  const { address, instance, secret } = agent;
  const signal = new AbortController().signal;
  return { agent: { computerId: 'hostile', address, instance, secret }, objects, location, signal, limits };
};
const stored = async () => {
  const keys = [];
  for await (const { key } of objects.list()) keys.push(key);
  return keys;
};

describe('a transfer with a hostile agent', () => {
  it.each(BYTES)('D16 %s: a backup fails within its limits and stores nothing', async (behaviour) => {
    await agent.setBehaviour(behaviour);
    await expect(backUpHome(way('homes/a'), { userId, handle: 'a' })).rejects.toThrow();
    expect((await agent.sent()) / MB).toBeLessThan(limits.maxBytes / MB + MAX_BUFFERED_MB);
    expect(await stored()).toEqual([]);
  });

  it('D16 a restore fails within its limits', async () => {
    const { hash: sha256, size: bytes } = (await objects.put('homes/b', Readable.from([Buffer.alloc(8 * MB)])))!;
    const manifest = { format: 1, userId, handle: 'a', takenAt: new Date().toISOString(), bytes, files: 1 };
    const said = JSON.stringify({ ...manifest, unreadable: 0, sha256 });
    await objects.put('homes/b.json', Readable.from([Buffer.from(said)]));
    for (const behaviour of BYTES) {
      await agent.setBehaviour(behaviour);
      await expect(restoreHome(way('homes/b'), { userId, sha256 })).rejects.toThrow();
      expect((await agent.sent()) / MB).toBeLessThan(MAX_BUFFERED_MB);
    }
  });
});
