import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import { ShareDialog } from './share-dialog';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

it('links that could not be read are not passed over in silence, and are read again', async () => {
  let isBroken = true;
  const share = { id: 's', created_at: new Date(0).toISOString(), expires_at: new Date().toISOString() };
  globalThis.fetch = (async () =>
    isBroken ? new Response(null, { status: 500 }) : Response.json({ shares: [share] })) as typeof fetch;
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ShareDialog id="c" onClose={() => undefined} />
      </TooltipProvider>
    </Provider>,
  );
  await screen.findByText('The links that work could not be read');
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Revoke' });
  expect(screen.queryByRole('alert')).toBeNull();
});
