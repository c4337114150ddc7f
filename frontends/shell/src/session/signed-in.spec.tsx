import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import SignedIn from './signed-in';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

it('a server that cannot be reached is asked again until it answers', async () => {
  jest.useFakeTimers();
  let isAway = true;
  globalThis.fetch = (async () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return new Response('{}', { status: 401, headers: { 'content-type': 'application/json' } });
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/f/w']}>
        <Routes>
          <Route path="/login" element="Sign in" />
          <Route path="*" element={<SignedIn />} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText('The server cannot be reached')).toBeTruthy();
  isAway = false;
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText('Sign in')).toBeTruthy();
});
