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
        <PhoneRows phone={{ number: '+4915112345678', state: 'code', new_number: null, provider: '+15005550006' }} />
      </TooltipProvider>
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(asked).toEqual([['POST', '/api/channels/phone', { number: '+4915112345678' }]]));
});

const show = (new_number: string | null) =>
  render(
    <Provider store={store}>
      <TooltipProvider>
        <PhoneRows phone={{ number: '+4915112345678', state: 'proven', new_number, provider: '+15005550006' }} />
      </TooltipProvider>
    </Provider>,
  );

it('CM-01 another number is asked for, and the proven one stays beside it until its code is typed', async () => {
  const asked: unknown[] = [];
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    asked.push([new URL(request.url).pathname, await request.json()]);
    return new Response(null, { status: 204 });
  }) as typeof fetch;
  show(null);
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Change number' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Number of your phone' }), { target: { value: '+491512' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(asked).toEqual([['/api/channels/phone', { number: '+491512' }]]));
  cleanup();
  show('+491512');
  expect(screen.getByText('+4915112345678')).toBeDefined();
  expect(screen.getByText('Type the code that was sent there. Until then +4915112345678 stays')).toBeDefined();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(asked[1]).toEqual(['/api/channels/phone/code', { code: '123456' }]));
});
