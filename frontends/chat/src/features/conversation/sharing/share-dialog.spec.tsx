import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import { ShareDialog } from './share-dialog';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

function show(): void {
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ShareDialog id="c" onClose={() => undefined} />
      </TooltipProvider>
    </Provider>,
  );
}

it('links that could not be read are not passed over in silence, and are read again', async () => {
  let isBroken = true;
  const share = { id: 's', created_at: new Date(0).toISOString(), expires_at: new Date().toISOString() };
  globalThis.fetch = (async () =>
    isBroken ? new Response(null, { status: 500 }) : Response.json({ shares: [share] })) as typeof fetch;
  show();
  await screen.findByText('The links that work could not be read');
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Revoke' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a new link that is revoked is not offered any more', async () => {
  let shares = [{ id: 's', created_at: new Date(0).toISOString(), expires_at: new Date().toISOString() }];
  globalThis.fetch = (async (request: Request) => {
    if (request.method === 'POST') return Response.json({ ...shares[0], token: 'secret' }, { status: 201 });
    if (request.method === 'DELETE') {
      shares = [];
      return new Response(null, { status: 204 });
    }
    return Response.json({ shares });
  }) as typeof fetch;
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Make a link' }));
  await screen.findByRole('textbox', { name: 'Link to this chat' });
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull());
  expect(screen.queryByRole('textbox', { name: 'Link to this chat' })).toBeNull();
});
