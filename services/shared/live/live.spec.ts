import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ChannelMessage, liveMessages, type LiveMessageType } from '@zo/proto/live';
import { MemoryCache } from '@zo/cache';
import { setLogLevel } from '@zo/observability';
import { LivePublisher, MAX_CHANNEL_MESSAGE_BYTES, subscribeLive } from './index.js';

const ADA = crypto.randomUUID();
const declared: [string, LiveMessageType][] = Object.entries(liveMessages);
const published = declared.filter(([, { via }]) => via === 'channel');
const awake: ChannelMessage = { type: 'computer', payload: { state: 'awake' } };
type Any = LivePublisher<LiveMessageType['publisher']>;

let cache: MemoryCache;
let received: ChannelMessage[];
const publisherOf = (service: string): Any => new LivePublisher<LiveMessageType['publisher']>(cache, service);
/** Sends what another release, or anyone with access to the store, might send. */
const send = (text: string) => cache.publish(`user:${ADA}:live`, text);

beforeEach(async () => {
  setLogLevel('silent');
  cache = new MemoryCache();
  received = [];
  await subscribeLive(cache, ADA, { onMessage: (message) => received.push(message), onMissed: () => undefined });
});

describe('the channel of a user', () => {
  it.each(published)(
    'LS-01 carries %s from its publisher, and from no other service',
    (_type, { publisher, example }) => {
      const message = example as unknown as ChannelMessage;
      const others = ['accounts', 'chat', 'compute', 'files', 'gateway', 'uploads', 'zo'].filter(
        (name) => name !== publisher,
      );
      for (const name of others) publisherOf(name).publish(ADA, message);
      expect(received).toEqual([]);
      publisherOf(publisher).publish(ADA, message);
      expect(received).toEqual([message]);
    },
  );

  it('carries nothing to another user', () => {
    publisherOf('compute').publish(crypto.randomUUID(), awake);
    expect(received).toEqual([]);
  });

  it('refuses messages that the publisher does not declare or that do not match their shape', () => {
    const compute = publisherOf('compute');
    for (const message of [{ type: 'upload', payload: {} }, { type: 'computer' }, { type: 'hello', epoch: '', seq: 0 }])
      compute.publish(ADA, message as unknown as ChannelMessage);
    expect(received).toEqual([]);
  });

  it('removes undeclared fields on both sides', async () => {
    publisherOf('compute').publish(ADA, { ...awake, secret: 1 } as ChannelMessage);
    await send(JSON.stringify({ ...awake, secret: 1 }));
    expect(received).toEqual([awake, awake]);
  });

  it.each([
    ['no JSON', 'awake'],
    ['half a message', '{"type":"computer","payl'],
    ['nothing', ''],
    ['null', 'null'],
    ['an unknown type', '{"type":"unknown","payload":{"state":"awake"}}'],
    ['an inherited name for a type', '{"type":"constructor"}'],
    ['another shape', '{"type":"computer","payload":{"state":5}}'],
    ['a message that only the socket sends', '{"type":"resync","epoch":"","seq":0}'],
    ['many levels', '['.repeat(MAX_CHANNEL_MESSAGE_BYTES)],
    ['too many bytes', JSON.stringify({ ...awake, more: 'é'.repeat(MAX_CHANNEL_MESSAGE_BYTES / 2) })],
  ])('drops %s and continues', async (_what, text) => {
    await send(text);
    await send(JSON.stringify(awake));
    expect(received).toEqual([awake]);
  });

  it('keeps publishing while the store is unreachable', async () => {
    cache.publish = () => Promise.reject(new Error('away'));
    publisherOf('compute').publish(ADA, awake);
    // An unhandled rejection would fail the test by now.
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toEqual([]);
  });
});
