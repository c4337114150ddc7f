import { duplexPair } from 'node:stream';
import { expect, it } from '@jest/globals';
import { eventually } from '@zo/testing/eventually';
import { Connections } from './connections.js';

it('a connection that closed while its session was looked up is not kept', async () => {
  const connections = new Connections(1);
  const [socket] = duplexPair();
  socket.destroy();
  await eventually(() => socket.closed);
  let asked = 0;
  connections.add('gone', socket);
  connections.recheck('gone', async () => ((asked += 1), true));
  const [other] = duplexPair();
  let checks = 0;
  connections.add('other', other);
  connections.recheck('other', async () => ((checks += 1), true));
  await eventually(() => checks > 2);
  expect(asked).toBe(0);
  connections.endAll();
});

it('S9 a websocket is closed although the message of the end of its session was lost, and not while nobody can say', async () => {
  const connections = new Connections(2);
  const asked = { ended: 0, unknown: 0, live: 0, closed: 0 };
  const answers: Record<string, () => Promise<boolean>> = {
    ended: async () => false,
    unknown: () => Promise.reject(new Error('accounts is away')),
    live: async () => true,
    closed: async () => true,
  };
  const sockets = Object.fromEntries(
    Object.entries(answers).map(([session, isLive]) => {
      const [socket] = duplexPair();
      connections.add(session, socket);
      connections.recheck(session, () => (asked[session as keyof typeof asked]++, isLive()));
      return [session, socket];
    }),
  );
  await eventually(() => sockets['ended']!.destroyed);
  sockets['closed']!.destroy();
  await eventually(() => sockets['closed']!.closed);
  const { closed, ended, live } = asked;
  await eventually(() => asked.live > live + 3);
  expect(asked).toMatchObject({ closed, ended });
  expect(asked.unknown).toBeGreaterThan(1);
  expect([sockets['unknown']!.destroyed, sockets['live']!.destroyed]).toEqual([false, false]);
  connections.endAll();
});
