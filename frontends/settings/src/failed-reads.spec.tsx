import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { Toaster, TooltipProvider } from '@zo/web/ui';
import { Sessions } from './features/account/sessions';
import { SkillsSection } from './features/ai/skills';
import { Spending } from './features/ai/spending';
import { Devices } from './features/notifications/devices';
import { PeopleSection } from './features/people/people-section';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

function show(page: React.ReactNode, answer: (request: Request) => Promise<Response> | Response): void {
  globalThis.fetch = (async (input: RequestInfo | URL) => answer(input as Request)) as typeof fetch;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          {page}
          <Toaster mode="light" />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}

it.each([
  ['Who may join could not be read', <PeopleSection key="p" />],
  ['Your devices could not be read', <Sessions key="s" />],
  ['Couldn’t read which browsers are told', <Devices key="d" />],
  ['The skills could not be read', <SkillsSection key="k" />],
  ['The limits could not be read', <Spending key="l" />],
])('“%s” stands in place of nothing, and is tried again', async (label, page) => {
  let reads = 0;
  show(page, () => ((reads += 1), Response.json({ detail: 'Not now.' }, { status: 500 })));
  const row = within(await screen.findByRole('group', { name: label }));
  const before = reads;
  fireEvent.click(row.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(reads).toBeGreaterThan(before));
});

it('a session is ended by one click, however often is clicked', async () => {
  const at = new Date(0).toISOString();
  const session = { user_agent: '', created_at: at, last_seen_at: at, current: false };
  const ended: string[] = [];
  show(<Sessions />, ({ method, url }) => {
    if (method === 'GET') return Response.json({ sessions: [{ ...session, id: 'elsewhere' }] });
    ended.push(url);
    return new Response(null, { status: 204 });
  });
  const button = await screen.findByRole('button', { name: 'Sign out' });
  fireEvent.click(button);
  await screen.findByText('Signed out there');
  fireEvent.click(button);
  await waitFor(() => expect(button).toHaveProperty('disabled', true));
  expect(ended).toHaveLength(1);
});
