import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { store } from '../store/store';
import { accountApi } from './account.endpoints';
import { settingsApi } from './settings.endpoints';
import type { Me } from './types';

const me = (preset: string) => ({ settings: { theme: { mode: 'dark', preset, custom: null } } }) as unknown as Me;
const theme = (preset: string) => settingsApi.endpoints.saveTheme.initiate({ mode: 'dark', preset });
const shown = () => accountApi.endpoints.me.select()(store.getState()).data?.settings.theme.preset;

/** Requests that were sent and not answered yet. */
let sent: { preset?: string; answer: (status: number, body: unknown) => void }[];
const realFetch = globalThis.fetch;

beforeEach(async () => {
  sent = [];
  globalThis.fetch = (async (request: Request) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const body = request.method === 'POST' ? ((await request.json()) as { preset: string }) : {};
    sent.push({ ...body, answer: (status, answer) => resolve(Response.json(answer, { status })) });
    return promise;
  }) as typeof fetch;
  await store.dispatch(accountApi.util.upsertQueryData('me', undefined, me('first')));
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const until = async (state: () => boolean): Promise<void> => {
  while (!state()) await new Promise((resolve) => setImmediate(resolve));
};

it('sends a choice only after the one before is stored, and shows the last at once', async () => {
  const writes = [store.dispatch(theme('second')), store.dispatch(theme('third'))];
  await until(() => sent.length === 1);
  expect(shown()).toBe('third');
  expect(sent[0]!.preset).toBe('second');
  sent[0]!.answer(200, {});
  await until(() => sent.length === 2);
  expect(sent[1]!.preset).toBe('third');
  sent[1]!.answer(200, {});
  await Promise.all(writes);
  expect(shown()).toBe('third');
});

it('shows the stored settings again when the server refuses one of several choices', async () => {
  const reading = store.dispatch(accountApi.endpoints.me.initiate());
  const writes = [store.dispatch(theme('second')), store.dispatch(theme('third'))];
  await until(() => sent.length === 1);
  sent[0]!.answer(422, { title: 'Refused', status: 422 });
  await until(() => sent.length === 3);
  sent.find(({ preset }) => preset === 'third')!.answer(200, {});
  await Promise.all(writes);
  sent.find(({ preset }) => !preset)!.answer(200, me('third'));
  await until(() => shown() === 'third');
  reading.unsubscribe();
});
