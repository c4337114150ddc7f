import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import { AiSection } from './features/ai/ai-section';
import { PeopleLimits } from './features/people/people-limits';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

const JONAS = { id: 'jonas', handle: 'jonas', full_name: 'Jonas', is_owner: false };
const NOTHING = { day_cents: 0, month_cents: 0, day_tokens: 0, month_tokens: 0 };
const LIMITS = { day_cents: null, month_cents: 500, day_tokens: null, month_tokens: null };
const PROVIDER = { id: 'p', kind: 'openai', label: 'OpenAI', enabled: true, has_key: true, base_url: null, models: [] };

const ANSWERS: Record<string, unknown> = {
  'admin/people': { people: [JONAS] },
  'allowances/people': { allowances: [{ person_id: 'jonas', used: NOTHING, ...LIMITS }] },
  plans: { chosen: [], standard: 'paid' },
  'auth/me': { id: 'ada', is_owner: true },
  'models/providers': { providers: [PROVIDER] },
  'models/shares': { shares: [{ provider_id: 'p', people: ['jonas'], models: null }] },
};

/** Fakes the server, which refuses to read what is in `broken`. */
function serve(page: React.ReactNode, ...broken: string[]) {
  const refused = new Set(broken);
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const path = new URL((input as Request).url).pathname.replace('/api/', '');
    if (refused.has(path)) return Response.json({ detail: 'Not now.' }, { status: 500 });
    return path in ANSWERS ? Response.json(ANSWERS[path]) : Response.json({ detail: 'Absent.' }, { status: 404 });
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>{page}</TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  return refused;
}
const again = async (row: string) =>
  fireEvent.click((await screen.findByRole('group', { name: row })).querySelector('button')!);

it('limits are not offered before those that they replace are read', async () => {
  const refused = serve(<PeopleLimits />, 'allowances/people');
  await screen.findByRole('group', { name: 'The limits could not be read' });
  expect(screen.queryByRole('group', { name: 'Jonas' })).toBeNull();
  refused.clear();
  await again('The limits could not be read');
  fireEvent.click(await screen.findByRole('button', { name: 'Limits of Jonas' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Dollars a month')).value).toBe('5');
});

it('sharing is not offered before it is known with whom a provider is shared', async () => {
  const refused = serve(<AiSection />, 'models/shares');
  const unread = 'With whom providers are shared could not be read';
  await screen.findByRole('group', { name: unread });
  const options = async () => {
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Options' }), { key: 'Enter' });
    await screen.findByRole('menuitem', { name: 'Remove' });
  };
  await options();
  expect(screen.queryByRole('menuitem', { name: 'Share' })).toBeNull();
  fireEvent.keyDown(screen.getByRole('menuitem', { name: 'Remove' }), { key: 'Escape' });
  refused.clear();
  await again(unread);
  await screen.findByText('Shared');
  await options();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Share' }));
  await screen.findByRole('button', { name: 'Stop sharing' });
  expect(screen.getByLabelText<HTMLInputElement>('Jonas').checked).toBe(true);
});
