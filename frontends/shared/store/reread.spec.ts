import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { api } from './api';
import { rereading } from './reread';

const tested = api.injectEndpoints({
  endpoints: (build) => ({
    slow: build.query<string, void>({ query: () => 'slow' }),
    folder: build.query<string, void>({ query: () => 'folder', providesTags: ['Folder'] }),
    other: build.query<string, void>({ query: () => 'other', providesTags: ['Folder'] }),
    change: build.mutation<string, string>({
      query: (name) => ({ url: name, method: 'PUT' }),
      invalidatesTags: () => ['Folder'],
    }),
  }),
});
const { slow, folder, other, change } = tested.endpoints;

/** Pending requests, by the end of their address. */
const asked: { what: string; answer: (value: string) => void }[] = [];
const waiting = (what: string) => asked.filter((request) => request.what === what).length;
async function answer(what: string, value: string): Promise<void> {
  const [found] = asked.splice(
    asked.findIndex((request) => request.what === what),
    1,
  );
  found!.answer(value);
  await settled();
}
/** Waits until everything that does not depend on a response has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const open = () =>
  configureStore({
    reducer: { api: api.reducer },
    middleware: (defaults) => defaults().concat(rereading, api.middleware),
  });
const before = globalThis.fetch;
beforeEach(() => {
  asked.length = 0;
  globalThis.fetch = (input) =>
    new Promise((resolve) =>
      asked.push({
        what: new URL((input as Request).url).pathname.split('/').at(-1)!,
        answer: (value) => resolve(Response.json(value)),
      }),
    );
});
afterEach(() => void (globalThis.fetch = before));

describe('invalidated queries', () => {
  it('LS-03 are fetched at once, although another response is slow', async () => {
    const store = open();
    void store.dispatch(folder.initiate());
    await settled();
    await answer('folder', 'one');
    void store.dispatch(slow.initiate());
    store.dispatch(api.util.invalidateTags(['Folder']));
    await settled();
    expect(waiting('slow')).toBe(1);
    await answer('folder', 'two');
    expect(folder.select()(store.getState()).data).toBe('two');
  });

  it('FT-10 LS-03 are fetched once more after a fetch in flight, also after the first one', async () => {
    const store = open();
    void store.dispatch(folder.initiate());
    await settled();
    for (const value of ['one', 'two']) {
      store.dispatch(api.util.invalidateTags(['Folder']));
      store.dispatch(api.util.invalidateTags(['Folder']));
      await settled();
      expect(waiting('folder')).toBe(1);
      await answer('folder', value);
    }
    await answer('folder', 'three');
    expect([waiting('folder'), folder.select()(store.getState()).data]).toEqual([0, 'three']);
  });

  it('are fetched once more after a change that ended meanwhile, also during the first fetch', async () => {
    const store = open();
    const changed = async (name: string, reads: number) => {
      void store.dispatch(change.initiate(name));
      await settled();
      await answer(name, 'done');
      expect(waiting('folder')).toBe(reads);
    };
    void store.dispatch(folder.initiate());
    await changed('first', 1);
    await answer('folder', 'before the first');
    await changed('second', 1);
    await answer('folder', 'before the second');
    await answer('folder', 'with both');
    expect([waiting('folder'), folder.select()(store.getState()).data]).toEqual([0, 'with both']);
    await changed('third', 1);
    await answer('folder', 'with all');
    expect([waiting('folder'), folder.select()(store.getState()).data]).toEqual([0, 'with all']);
  });

  it('LS-03 two slow queries are each fetched once more and do not restart each other', async () => {
    const store = open();
    void store.dispatch(folder.initiate());
    void store.dispatch(other.initiate());
    await settled();
    for (let n = 0; n < 50; n++) store.dispatch(api.util.invalidateTags(['Folder']));
    for (const value of ['one', 'two']) {
      await answer('folder', value);
      await answer('other', value);
    }
    expect([waiting('folder'), waiting('other')]).toEqual([0, 0]);
  });
});
