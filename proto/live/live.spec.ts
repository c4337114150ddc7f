import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { channelMessage, liveMessage, liveMessages, type LiveMessageType } from './index.js';

const root = new URL('../..', import.meta.url);
const declared: [string, LiveMessageType][] = Object.entries(liveMessages);

describe('live messages', () => {
  it.each(declared)('LS-01 the example of %s matches its schema and names its type', (type, { schema, example }) => {
    expect(schema.parse(example)).toEqual(example);
    expect(liveMessage.parse(example)).toEqual(example);
    expect(example['type']).toBe(type);
  });

  it.each(declared)('%s is published by a service that exists', (_type, { publisher }) => {
    expect(existsSync(new URL(`services/${publisher}/src/service.ts`, root))).toBe(true);
  });

  it.each(declared)('%s passes the channel only if it is published there', (_type, { via, example }) => {
    expect(channelMessage.safeParse(example).success).toBe(via === 'channel');
  });

  it.each([
    ['without a type', {}],
    ['of a type nobody declared', { type: 'upload', payload: {} }],
    ['of another shape', { type: 'computer', payload: { state: 'on fire' } }],
    ['that is no object', 'computer'],
    ['that is null', null],
  ])('a message %s is refused', (_what, message) => {
    expect(liveMessage.safeParse(message).success).toBe(false);
  });

  it('undeclared fields are removed', () => {
    const message = { type: 'computer', payload: { state: 'awake', address: 'unix:/run/agent' }, token: 'secret' };
    expect(liveMessage.parse(message)).toEqual({ type: 'computer', payload: { state: 'awake' } });
  });

  it('the table in services/README.md lists every message with its publisher', () => {
    const rows = readFileSync(new URL('services/README.md', root), 'utf8').matchAll(
      /^\| `(\w+)` +\| (\w+) +\| (channel|socket) +\|/gm,
    );
    expect(Array.from(rows, ([, ...cells]) => cells).toSorted()).toEqual(
      declared.map(([type, { publisher, via }]) => [type, publisher, via]).toSorted(),
    );
  });
});
