import { afterEach, expect, it } from '@jest/globals';
import { type Cache, MemoryCache } from '@zo/cache';
import { type Duplex, duplexPair } from 'node:stream';
import { eventually } from '@zo/testing/eventually';
import { freePorts } from '../../../../infra/testing/engines/ports.js';
import type { ComputeConfig } from '../config.js';
import { MachineLinks } from './machine-links.js';

const processes: MachineLinks[] = [];
afterEach(async () => {
  for (const links of processes.splice(0)) await links.onModuleDestroy();
});

/** One process of several. */
function process(cache: Cache, ports: readonly [number, number] = [20_000, 20_999], announceMs = 15_000): MachineLinks {
  const links = new MachineLinks(cache, { ZO_MACHINE_PORTS: ports } as ComputeConfig);
  processes.push(Object.assign(links, { announceMs }));
  return links;
}
/** A cache of several processes, in which `delete` takes long. */
const shared = (): Cache => {
  const cache = new MemoryCache();
  const remove = cache.delete.bind(cache);
  const slowly = async (key: string) => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    return remove(key);
  };
  return Object.assign(cache, { isShared: true, delete: slowly });
};
const websocket = (): Duplex => duplexPair()[0].on('error', () => undefined);
const paired = async () => true;
const portOf = (address: string | undefined) => Number(new URL(address!).port);

it('PC-02 a machine that moves to another process is found there at once, and stays so', async () => {
  const cache = shared();
  const [first, second] = [process(cache), process(cache)];
  const old = websocket();
  await first.add('m', old, paired);
  const before = await first.addressOf('m');
  await second.add('m', websocket(), paired);
  const after = await first.addressOf('m');
  expect(after).not.toBe(before);
  await eventually(() => old.destroyed);
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(await first.addressOf('m')).toBe(after);
});

it('PC-02 of two links of one machine that come at once one stays', async () => {
  const links = process(new MemoryCache());
  const both = [websocket(), websocket()];
  await Promise.all(both.map((each) => links.add('m', each, paired)));
  expect(both.map(({ destroyed }) => destroyed).toSorted()).toEqual([false, true]);
  expect(await links.addressOf('m')).toBeDefined();
});

it('PC-02 the port of a machine that went away is not the next one that is taken', async () => {
  const [port] = await freePorts(1);
  const links = process(shared(), [port!, port! + 20]);
  const gone = websocket();
  await links.add('of-ada', gone, paired);
  const before = portOf(await links.addressOf('of-ada'));
  gone.destroy();
  await eventually(async () => (await links.addressOf('of-ada')) === undefined);
  await links.add('of-bob', websocket(), paired);
  expect(portOf(await links.addressOf('of-bob'))).not.toBe(before);
});

it('PC-02 a link whose machine was removed ends, although the message of that was lost or the cache was away', async () => {
  const cache = new MemoryCache();
  const links = process(cache, undefined, 5);
  let isPaired = true;
  const lost = websocket();
  await links.add('lost', lost, async () => isPaired);
  isPaired = false;
  await eventually(() => lost.destroyed);
  const away = websocket();
  await links.add('away', away, paired);
  Object.assign(cache, { delete: () => Promise.reject(new Error('away')) });
  await links.end('away');
  expect(away.destroyed).toBe(true);
});

it('PC-02 a link that was given up announces its address no more', async () => {
  const cache = new MemoryCache();
  const here = process(cache, undefined, 5);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<boolean>();
  await here.add('laptop', websocket(), () => (asked.resolve(), answer.promise));
  await asked.promise;
  const there = process(cache);
  await there.add('laptop', websocket(), paired);
  const address = await there.addressOf('laptop');
  let announced = 0;
  Object.assign(cache, { set: async () => (announced += 1) });
  answer.resolve(true);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect([announced, await there.addressOf('laptop')]).toEqual([0, address]);
});
