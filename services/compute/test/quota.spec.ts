import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing/eventually';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Quota, type QuotaSubject } from '../src/host/quota.js';

const LIMIT = 1024 ** 2;
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'zo-quota-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A computer whose home has this many bytes; without a number it has no home. */
function computerWith(id: string, bytes?: number): QuotaSubject {
  const home = join(folder, id);
  if (bytes !== undefined) {
    mkdirSync(home);
    writeFileSync(join(home, 'file'), Buffer.alloc(bytes, 1));
  }
  const subject = {
    id,
    home,
    diskBytes: LIMIT,
    isFrozen: false,
    freeze: async () => void (subject.isFrozen = true),
    thaw: async () => true,
  };
  return subject;
}

it('a home that cannot be counted keeps no other home from its limit', async () => {
  const [lost, within, over] = [computerWith('lost'), computerWith('within', 10), computerWith('over', 64 * LIMIT)];
  const errors: unknown[] = [];
  const quota = new Quota({
    folder,
    running: () => [lost, within, over],
    stop: async () => undefined,
    onError: (error) => errors.push(error),
    intervalMs: 10,
  });
  await eventually(() => over.isFrozen);
  quota.close();
  expect(errors).toContainEqual(expect.objectContaining({ message: expect.stringContaining('could not be counted') }));
  expect([lost, within].map(({ isFrozen }) => isFrozen)).toEqual([false, false]);
});
