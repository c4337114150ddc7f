import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { eventually } from '@zo/shared/testing';
import { Person, processesOf, type Product, startProduct } from '../../product/product.js';
import { insist, SERVICES } from '../../product/replicas.js';

let product: Product;
let ada: Person;

beforeAll(async () => {
  product = await startProduct({ cluster: true, terminal: true });
  ada = await Person.claim(product);
}, 240_000);
afterAll(() => product?.stop());

const launcher = () => product.pids('cluster/main.ts')[0]!;

/** Engines of a launcher: their folders carry its process id. */
const enginesOf = (pid: number) =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`-${pid}-`);
    } catch {
      return false;
    }
  });

describe('npm run dev:cluster', () => {
  it('AU-02 says where it is, and runs every service as two processes', async () => {
    expect(product.output()).toContain(`http://localhost:${product.port}/claim#token=`);
    for (const name of SERVICES) expect([name, product.services(name).length]).toEqual([name, 2]);
    expect(enginesOf(launcher()).length).toBeGreaterThan(0);
  });

  it('D1 SIGKILL of the launcher leaves no process behind, no engine either; the next start has everything', async () => {
    const wrote = await insist(() => ada.post('/api/files/write', { root: 'w', path: ['kept.md'], content: 'kept', base: { any: true } }));
    expect(wrote.status).toBe(200);
    const { id } = await ada.json<{ id: string }>('/api/conversations', { title: 'kept too' });
    const { data, port } = product;
    const pid = launcher();
    process.kill(pid, 'SIGKILL');
    await eventually(() => processesOf(data).length === 0 && enginesOf(pid).length === 0);
    product = await startProduct({ cluster: true, terminal: true, data, port });
    expect(await (await insist(() => ada.post('/api/read-fs', { root: 'w', slug: ['kept.md'] }))).json()).toMatchObject({ fileContent: 'kept' });
    expect(await ada.json(`/api/conversations/${id}`)).toMatchObject({ title: 'kept too' });
  }, 240_000);

  it('AU-02 Ctrl-C reaches every process of a terminal at once, and all end in order: no error is said, nothing is left', async () => {
    const said = product.output().length;
    const pid = launcher();
    await product.stop({ keep: true });
    expect(product.output().slice(said)).toBe('');
    expect([...processesOf(product.data), ...enginesOf(pid)]).toEqual([]);
  }, 60_000);
});
