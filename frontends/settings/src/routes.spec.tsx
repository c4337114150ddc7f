import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import SettingsView, { SettingsNav } from './routes';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

function openAt(address: string): void {
  const me = {
    id: 'u',
    handle: 'bob',
    email: 'bob@example.com',
    domains: ['bob.example.com'],
    is_owner: false,
    settings: {},
  };
  globalThis.fetch = (async (input: RequestInfo | URL) =>
    (input as Request).url.endsWith('/me') ? Response.json(me) : new Response(null, { status: 503 })) as typeof fetch;
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <TooltipProvider>
          <SettingsNav />
          <SettingsView />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}

it.each(['/settings/nonsense?chat=c', '/settings/people?chat=c', '/settings?chat=c#nonsense'])(
  'AP-02 %s says that there is no such page, and leads to the settings',
  async (address) => {
    openAt(address);
    await screen.findByText('There is no such page in the settings');
    expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Open the settings' }).getAttribute('href')).toBe('/settings?chat=c');
  },
);

it('AP-02 /settings is the account', async () => {
  openAt('/settings');
  expect((await screen.findByRole('link', { current: 'page' })).textContent).toBe('Account');
  expect(screen.queryByText('There is no such page in the settings')).toBeNull();
});
