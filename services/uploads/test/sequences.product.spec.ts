import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Pool } from 'pg';
import { eventually, repetitions } from '@zo/testing';
import { type Postgres, startPostgres } from '@zo/embedded-postgres';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { sequence } from './sequence-plan.js';
import { Upload, type World } from './sequences.js';

const SEQUENCES = repetitions(300, 1_000);
const AT_ONCE = 6;
/**
 * Number of crashes: this many of the sequences that end in a crash cause one themselves, the others run into theirs.
 */
const CRASHES = repetitions(4, 12);
let folder: string;
let postgres: Postgres;
let admin: Pool;
let product: Product;
let world: World;
let crashes = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-sequences-'));
  chmodSync(folder, 0o711);
  postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false, maxConnections: 100 });
  product = await startProduct({ environment: { DATABASE_URL: postgres.adminUrl, ZO_ALLOW_VOLATILE_DATABASE: '1' } });
  admin = new Pool({ connectionString: postgres.adminUrl, max: 3, options: '-c app.all_tenants=on' });
  const ada = await Person.claim(product);
  const bob = await Person.invited(product, ada, 'bob');
  await ada.json('/api/files/create', { root: 'w', path: ['Up'], type: 'folder' });
  const workspace = join(product.data, 'homes', (await ada.computer()).id, 'workspace');
  world = { ada, bob, workspace, port: product.port, crash, sql: (text, values) => admin.query(text, values) };
});

afterAll(async () => {
  await admin?.end();
  await product?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Kills all services on every third call, and the agent otherwise. */
async function crash(): Promise<void> {
  if (crashes >= CRASHES) return;
  const victim = ++crashes % 3 === 0 ? product.pids('services.mjs')[0] : product.agents()[0];
  if (victim !== undefined) process.kill(victim, 'SIGKILL');
  await eventually(async () => (await world.ada.post('/api/read-fs', { root: 'w', slug: [] })).ok);
}

describe('sequences', () => {
  // Visible only when complete, and with the old file unchanged until then.
  it(`D11 ${SEQUENCES} uploads, ${AT_ONCE} at a time, with random faults leave the exact file or none`, async () => {
    const plans = fc.sample(sequence, { numRuns: SEQUENCES, seed: Date.now() });
    const begun = performance.now();
    let next = 0;
    const failures: string[] = [];
    const worker = async () => {
      for (let n = next++; n < plans.length; n = next++)
        await new Upload(world, plans[n]!, `u${n}.bin`)
          .run()
          .catch((error: Error) => void failures.push(error.message));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const steps = plans.reduce((sum, plan) => sum + plan.steps.length, 0);
    const took = `${Math.round(performance.now() - begun)} ms`;
    console.log(`D11: ${SEQUENCES} sequences, ${steps} steps, ${crashes} crashes, ${took}`);
    expect(failures).toEqual([]);
    expect(crashes).toBe(CRASHES);
    const names = readdirSync(join(world.workspace, 'Up'));
    expect(names.filter((name) => !/^u\d+( \(2\))?\.bin$/.test(name))).toEqual([]);
  });

  it('D11 UP-06 finished and aborted uploads leave nothing behind', async () => {
    const { uploads } = await world.ada.json<{ uploads: { uploadId: string }[] }>('/api/file-uploads');
    for (const { uploadId } of uploads)
      expect((await world.ada.post('/api/file-uploads/abort', { uploadId })).status).toBe(204);
    // A new upload sweeps expired ones, also those whose start was lost in a crash.
    const staging = join(world.workspace, '..', '.computer', 'uploads');
    const longAgo = Date.now() / 1000 - 49 * 3600;
    for (const name of readdirSync(staging)) utimesSync(join(staging, name), longAgo, longAgo);
    for (let round = 0; round < 4; round++) {
      const { uploadId } = await world.ada.json<{ uploadId: string }>('/api/file-uploads/init', {
        pathParts: ['Up'],
        fileName: 'last.bin',
        totalBytes: 1,
      });
      await world.ada.post('/api/file-uploads/abort', { uploadId });
    }
    expect(readdirSync(staging)).toEqual([]);
  });
});
