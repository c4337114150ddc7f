import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { RowsAnswer } from './rows';
import { useWindows } from './use-windows';
import { Windows } from './windows';

const LOCATION = { root: 'w' as const, path: ['orders.csv'] };
const ASKED = { sheet: '', query: '', filters: [] };
const answerOf = (total: number): RowsAnswer => ({
  etag: `etag ${total}`,
  columns: [{ name: 'a', type: 'text' }],
  columnCount: 1,
  total,
  all: total,
  isAtLeast: false,
  sheets: [],
  note: '',
  rows: Array.from({ length: Math.min(total, 200) }, (_none, row) => ({ number: row + 1, cells: [`${row}`] })),
});

/** Answers that were asked for and not given yet, in their order. */
const asked: ((answer: RowsAnswer) => void)[] = [];
const viewers: Promise<string>[] = [];
const before = globalThis.fetch;
beforeEach(() => {
  asked.length = 0;
  viewers.length = 0;
  globalThis.fetch = (input) =>
    new Promise((resolve, reject) => {
      const { signal } = input as Request;
      const body = (input as Request).clone().json() as Promise<{ viewer: string }>;
      viewers.push(body.then(({ viewer }) => viewer));
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      asked.push((answer) => resolve(Response.json(answer)));
    });
});
afterEach(() => void (globalThis.fetch = before));

const open = (revision: string) =>
  renderHook(({ now }) => useWindows(LOCATION, now, ASKED), { initialProps: { now: revision } });

it('names itself, so that it does not end the queries of the same table elsewhere', async () => {
  const { rerender } = open('1');
  open('1');
  await waitFor(() => expect(viewers.length).toBe(2));
  rerender({ now: '2' });
  await waitFor(() => expect(viewers.length).toBe(3));
  const [one, other, again] = await Promise.all(viewers);
  expect(one).toMatch(/^[\d-]{7,64}$/);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

describe('a table whose file changes', () => {
  it('is read again although the first rows are still awaited', async () => {
    const { result, rerender } = open('1');
    await waitFor(() => expect(asked.length).toBe(1));
    rerender({ now: '2' });
    await waitFor(() => expect(asked.length).toBe(2));
    await act(async () => asked[1]!(answerOf(900)));
    await waitFor(() => expect(result.current.source?.facts.total).toBe(900));
    expect(result.current.problem).toBeUndefined();
  });

  it('shows the rows before until the new ones are there, also when it changes twice', async () => {
    const { result, rerender } = open('1');
    await waitFor(() => expect(asked.length).toBe(1));
    await act(async () => asked[0]!(answerOf(762)));
    await waitFor(() => expect(result.current.source?.facts.total).toBe(762));
    rerender({ now: '2' });
    await waitFor(() => expect(asked.length).toBe(2));
    rerender({ now: '3' });
    await waitFor(() => expect(asked.length).toBe(3));
    expect(result.current.source?.facts.total).toBe(762);
    await act(async () => asked[2]!(answerOf(900)));
    await waitFor(() => expect(result.current.source?.facts.total).toBe(900));
    expect(result.current.isReading).toBe(false);
  });
});

describe('the rows of a table', () => {
  it('are read again when they come back on the screen before their reading has stopped', async () => {
    const pages: (number | undefined)[] = [];
    const windows = new Windows(
      ({ from }, signal) =>
        new Promise((_resolve, reject) => {
          pages.push(from);
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
      { ...LOCATION, ...ASKED },
      () => undefined,
    );
    windows.show(0, 10);
    windows.show(1_000, 1_010);
    windows.show(0, 10);
    expect(pages).toEqual([0, 1_000, 0]);
    await Promise.resolve();
    windows.show(0, 10);
    expect(pages).toEqual([0, 1_000, 0]);
    windows.close();
  });
});
