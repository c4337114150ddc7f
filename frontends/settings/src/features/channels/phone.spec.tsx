import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import { PhoneRows } from './phone';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

it('CM-01 another code is sent to the same number when the one before is not valid any more', async () => {
  const asked: unknown[] = [];
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    asked.push([request.method, new URL(request.url).pathname, await request.json()]);
    return new Response(null, { status: 204 });
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <TooltipProvider>
        <PhoneRows phone={{ number: '+4915112345678', state: 'code', provider: '+15005550006' }} />
      </TooltipProvider>
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(asked).toEqual([['POST', '/api/channels/phone', { number: '+4915112345678' }]]));
});
