import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { Provider, store } from '@zo/web/store';
import type { ConversationData } from '../../api/types';
import { useOlder } from './use-older';

const CHAT = { id: 'c', messages: [{ id: 'm' }] } as unknown as ConversationData;
let requests = 0;

beforeEach(() => {
  requests = 0;
  // The start of the list is always near the screen.
  globalThis.IntersectionObserver = class {
    constructor(private readonly seen: (entries: object[]) => void) {}
    observe = () => queueMicrotask(() => this.seen([{ isIntersecting: true }]));
    disconnect = () => undefined;
  } as never;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    requests += 1;
    return new Response('{}', { status: 500, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

function List() {
  const box = useRef<HTMLDivElement>(null);
  const { sentinel, isFailed, retry } = useOlder(box, CHAT);
  return (
    <div ref={box}>
      <div ref={sentinel} />
      {isFailed ? <button onClick={retry}>Try again</button> : null}
    </div>
  );
}

it('CH-06 earlier messages that cannot be read are asked for again by their user or with the network, not endlessly', async () => {
  render(
    <Provider store={store}>
      <List />
    </Provider>,
  );
  const failed = () => screen.findByRole('button', { name: 'Try again' });
  await failed();
  const once = requests;
  await act(async () => void fireEvent.click(await failed()));
  await failed();
  expect(requests).toBe(2 * once);
  await act(async () => void fireEvent(window, new Event('online')));
  await failed();
  expect(requests).toBe(3 * once);
});
