import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { freePairs, freePorts } from './ports.js';

it('no port is returned twice, nor the second of a pair, even while no process listens on it', async () => {
  const given = await Promise.all([freePorts(20), freePairs(20), freePorts(20), freePairs(20)]);
  const taken = given.flatMap((ports, index) => (index % 2 === 0 ? ports : ports.flatMap((port) => [port, port + 1])));
  expect(taken).toHaveLength(120);
  expect(new Set(taken).size).toBe(120);
});

it('a port in use is skipped', async () => {
  const [before] = (await freePorts(1)) as [number];
  const servers = [before + 1, before + 3].map((port) => createServer().listen(port, '127.0.0.1'));
  await Promise.all(
    servers.map((server) => server.listening || new Promise((resolve) => server.once('listening', resolve))),
  );
  expect(await freePorts(2)).toEqual([before + 2, before + 4]);
  for (const server of servers) server.close();
});
