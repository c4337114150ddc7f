import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import '@zo/web/notices';
import { api, Provider, store, useMeQuery } from '@zo/web/store';
import { ForgottenDevice } from './forgotten-device';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  localStorage.clear();
  store.dispatch(api.util.resetApiState());
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** A browser that is told of news. Returns whether it still is. */
function subscribed(): () => boolean {
  let isSubscribed = true;
  const subscription = { unsubscribe: async () => void (isSubscribed = false) };
  const pushManager = { getSubscription: async () => (isSubscribed ? subscription : null) };
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  localStorage.setItem('zo-push-device', 'one');
  return () => isSubscribed || localStorage.getItem('zo-push-device') !== null;
}

const Answered = () => (useMeQuery().isLoading ? null : 'answered');

it.each([
  ['is told of nothing without a session', 401, false],
  ['stays subscribed with one', 200, true],
  ['stays subscribed when it is not known whether there is one', 400, true],
])('AP-02 a browser %s', async (_what, status, isTold) => {
  globalThis.fetch = (async () =>
    new Response('{}', { status, headers: { 'content-type': 'application/json' } })) as typeof fetch;
  const isSubscribed = subscribed();
  render(
    <Provider store={store}>
      <ForgottenDevice />
      <Answered />
    </Provider>,
  );
  await screen.findByText('answered');
  await waitFor(() => expect(isSubscribed()).toBe(isTold));
});
