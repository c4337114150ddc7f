import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LiveMessage } from '../api/types';
import { LiveSocket } from './socket';

/** Replaces the browser's WebSocket: keeps the connection that was opened last, and its address. */
class Connection {
  static last: Connection | undefined;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    Connection.last = this;
  }
  close() {}
}

const { fetch, WebSocket } = globalThis;
const position = { epoch: 'one', seq: 7 };
let socket: LiveSocket;
let heard: unknown[][];

beforeEach(async () => {
  globalThis.fetch = async () => Response.json({ token: 'ticket' });
  globalThis.WebSocket = Connection as unknown as typeof WebSocket;
  Connection.last = undefined;
  heard = [];
  socket = new LiveSocket();
  for (const name of ['fs_event', 'computer', 'conversation', 'subscribed', 'resync', 'status'] as const)
    socket.on(name, (payload: unknown) => heard.push([name, payload]));
  socket.start();
  while (!Connection.last) await new Promise((resolve) => setTimeout(resolve, 1));
  heard.length = 0;
});
afterEach(() => {
  socket.stop();
  Object.assign(globalThis, { fetch, WebSocket });
});

const receive = (data: string) => Connection.last!.onmessage!({ data });
const change = {
  eventType: 'created',
  root: 'w',
  relativePath: 'a',
  destPath: null,
  isDirectory: false,
  at: 1,
} as const;

describe('the live socket of a tab', () => {
  it.each<[LiveMessage, unknown[][]]>([
    [{ type: 'hello', ...position }, [['status', 'live']]],
    [{ type: 'resync', ...position }, [['resync', null]]],
    [{ type: 'subscribed' }, [['subscribed', null]]],
    [{ type: 'fs_event', ...position, payload: change }, [['fs_event', change]]],
    [{ type: 'computer', payload: { state: 'awake' } }, [['computer', { state: 'awake' }]]],
    [
      { type: 'conversation', payload: { id: 'c', change: 'deleted' } },
      [['conversation', { id: 'c', change: 'deleted' }]],
    ],
    [{ type: 'pong' }, []],
  ])('LS-01 tells listeners what %j means', (message, wanted) => {
    receive(JSON.stringify(message));
    expect(heard).toEqual(wanted);
  });

  it.each(['', 'null', '5', '{}', '{"type":"mail","payload":{}}', '{"type":"status","payload":"lost"}'])(
    'LS-01 ignores the unknown message %s',
    (text) => {
      receive(text);
      expect(heard).toEqual([]);
    },
  );

  it('LS-03 a hello of another epoch makes listeners read everything again', () => {
    receive(JSON.stringify({ type: 'hello', ...position }));
    receive(JSON.stringify({ type: 'hello', epoch: 'two', seq: 1 }));
    expect(heard).toEqual([
      ['status', 'live'],
      ['status', 'live'],
      ['resync', null],
    ]);
  });
});
