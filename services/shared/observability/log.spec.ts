import { expect, it } from '@jest/globals';
import { logger, openLog } from './index.js';

/** Returns the logged line for these fields, whatever their type. */
function written(fields: object): Record<string, unknown> {
  let line = '';
  openLog({ write: (text: string) => void (line = text) }).info(fields, 'said');
  return JSON.parse(line) as Record<string, unknown>;
}

it('S11 an unlisted field does not compile and is not logged', () => {
  // @ts-expect-error
  logger('test').debug({ password: 'x' }, 'said');
  // @ts-expect-error
  logger('test').debug({ path: 'Taxes/2025.md' }, 'said');
  expect(
    written({ userId: 'u', topic: 't', password: 'x', path: 'Taxes/2025.md', body: { text: 'x' }, headers: {} }),
  ).toEqual({ level: 'info', time: expect.any(String), userId: 'u', topic: 't', msg: 'said' });
});

it('S11 of an error only message, code, stack and causes are logged', () => {
  const failure = Object.assign(
    new Error('no', { cause: Object.assign(new Error('why'), { query: 'insert', parameters: ['x'] }) }),
    { code: 'E1', parameters: ['secret'], requestBodyValues: { prompt: 'secret' } },
  );
  const { error } = written({ error: failure }) as { error: Record<string, unknown> };
  expect(Object.keys(error).toSorted()).toEqual(['cause', 'code', 'message', 'stack']);
  expect(Object.keys(error['cause'] as object).toSorted()).toEqual(['message', 'stack']);
  expect(JSON.stringify(error)).not.toContain('secret');
});
