import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { api, Provider, store } from '@zo/web/store';
import { Toaster, TooltipProvider } from '@zo/web/ui';
import { Devices } from './devices';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  localStorage.clear();
  store.dispatch(api.util.resetApiState());
  Reflect.deleteProperty(globalThis, 'Notification');
  Reflect.deleteProperty(globalThis, 'PushManager');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

interface Listed {
  id: string;
  name: string;
  created_at: string;
}

/** Fakes the server; `isGone`: the push service does not know the browser. Returns what was asked. */
function serve({ isGone = false } = {}) {
  const calls: [string, unknown][] = [];
  let devices: Listed[] = [];
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api/channels/', '')}`;
    const json = (body: unknown, status = 200) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    if (request.method !== 'GET') calls.push([call, JSON.parse((await request.text()) || 'null')]);
    if (call === 'POST devices')
      devices = [{ id: 'new', name: (calls.at(-1)![1] as Listed).name, created_at: new Date(0).toISOString() }];
    if (call === 'DELETE devices/new') devices = [];
    if (call.endsWith('/test') && isGone) return json({ detail: 'This device cannot be reached.' }, 422);
    if (call.endsWith('/test') || request.method === 'DELETE') return new Response(null, { status: 204 });
    return json({ public_key: 'key', devices });
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <TooltipProvider>
        <Devices />
        <Toaster mode="light" />
      </TooltipProvider>
    </Provider>,
  );
  return calls;
}

/** A browser with a push service. Returns what it was asked. */
function offerPush(permission: 'granted' | 'denied' = 'granted') {
  const asked: string[] = [];
  let subscribed = false;
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      asked.push('unsubscribe');
      subscribed = false;
    },
  };
  const pushManager = {
    getSubscription: async () => (subscribed ? subscription : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      asked.push(`subscribe ${applicationServerKey}`);
      subscribed = true;
      return subscription;
    },
  };
  const registration = { pushManager };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  Object.assign(globalThis, { PushManager: class {}, Notification: { requestPermission: async () => permission } });
  return asked;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('devices that are told of news', () => {
  it('AP-02 this browser is added, tried and removed', async () => {
    const asked = offerPush();
    const calls = serve();
    fireEvent.click(await screen.findByRole('button', { name: 'Tell me here' }));
    await screen.findByText('This browser');
    const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };
    await waitFor(() =>
      expect(calls).toEqual([
        ['POST devices', { subscription, name: expect.any(String) }],
        ['POST devices/new/test', null],
      ]),
    );
    press('Remove');
    await screen.findByRole('button', { name: 'Tell me here' });
    expect(asked).toEqual(['subscribe key', 'unsubscribe']);
    expect(calls.at(-1)![0]).toBe('DELETE devices/new');
  });

  it('says how to allow what the browser blocks, and asks the server nothing', async () => {
    offerPush('denied');
    const calls = serve();
    fireEvent.click(await screen.findByRole('button', { name: 'Tell me here' }));
    await screen.findByText(/Your browser blocks notifications/);
    expect(calls).toEqual([]);
  });

  it('says when the push service does not know the browser', async () => {
    offerPush();
    serve({ isGone: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Tell me here' }));
    await screen.findByText('This device cannot be reached.');
  });

  it('offers nothing to browsers without push', async () => {
    serve();
    await screen.findByText(/This browser cannot be told/);
    expect((screen.getByRole('button', { name: 'Tell me here' }) as HTMLButtonElement).disabled).toBe(true);
  });
});
