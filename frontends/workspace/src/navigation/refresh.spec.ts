import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { api, filesApi, store } from '@zo/web/store';
import { eventually } from '@zo/testing/eventually';
import { forceRefresh, refresh } from './refresh';

const ROOT = { root: 'w' as const, path: [] };
const LINE = `${JSON.stringify({ names: [], dirs: [], sizes: [], mtimes: [], births: [], errors: {} })}\n`;

/** How to answer each listing that was asked for, the oldest first. */
const asked: (() => void)[] = [];
const before = globalThis.fetch;
/** Answers a listing, and resolves once it is read; the next one may have been asked for by then. */
const answer = async (index: number) => {
  const requestOf = () => filesApi.endpoints.folder.select(ROOT)(store.getState());
  const { requestId } = requestOf();
  asked[index]!();
  await eventually(() => requestOf().status !== 'pending' || requestOf().requestId !== requestId);
};

beforeEach(async () => {
  asked.length = 0;
  globalThis.fetch = () =>
    new Promise((resolve) =>
      asked.push(() => resolve(new Response(LINE, { headers: { 'content-type': 'application/x-ndjson' } }))),
    );
  void store.dispatch(filesApi.endpoints.folder.initiate(ROOT));
  await eventually(() => asked.length === 1);
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  globalThis.fetch = before;
});

describe('refreshing', () => {
  it('is skipped while folders are read and within 250 ms', async () => {
    await refresh([ROOT]);
    expect(asked).toHaveLength(1);
    await answer(0);
    const first = refresh([ROOT]);
    await refresh([ROOT]);
    await eventually(() => asked.length === 2);
    await answer(1);
    await first;
    await refresh([ROOT]);
    expect(asked).toHaveLength(2);
    await eventually(async () => (void refresh([ROOT]), asked.length === 3));
    await answer(2);
  });

  it('waits for what is being read when it is forced, each time', async () => {
    const forced = Promise.all([forceRefresh(), forceRefresh()]);
    await eventually(() => asked.length === 1);
    for (const index of [0, 1, 2]) {
      expect(asked).toHaveLength(index + 1);
      await answer(index);
    }
    await forced;
    const next = forceRefresh();
    await eventually(() => asked.length === 4);
    await answer(3);
    await next;
  });

  it('does not delay what an event tells of', async () => {
    await answer(0);
    const first = forceRefresh();
    await eventually(() => asked.length === 2);
    await answer(1);
    await first;
    store.dispatch(api.util.invalidateTags(['Folder']));
    await eventually(() => asked.length === 3);
    await answer(2);
  });
});
