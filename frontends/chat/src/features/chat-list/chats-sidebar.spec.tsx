import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import { ChatsSidebar } from './chats-sidebar';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

function show(): void {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <ChatsSidebar />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}

it('CH-13 Escape ends the search and gives the focus back to its button', () => {
  globalThis.fetch = (async () => Response.json({ conversations: [], next_cursor: null, folders: [] })) as typeof fetch;
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Search chats' }));
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Search chats' }), { key: 'Escape' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search chats' }));
});

it('CH-13 a chat that is pinned keeps the focus of the keyboard', async () => {
  let pinned = false;
  const date = new Date().toISOString();
  const chat = { id: 'c', user_id: 'u', created_at: date, updated_at: date, title: 'Offsite', running: false };
  globalThis.fetch = (async ({ method, url }: Request) => {
    if (method === 'PATCH') pinned = true;
    const now = { ...chat, waiting: false, pinned, folder: null };
    if (method === 'PATCH') return Response.json(now);
    const isListed = new URL(url).searchParams.get('pinned') === String(pinned);
    return Response.json(url.includes('folders') ? { folders: [] } : { conversations: isListed ? [now] : [] });
  }) as typeof fetch;
  show();
  const more = await screen.findByRole('button', { name: 'More for Offsite' });
  act(() => more.focus());
  fireEvent.keyDown(more, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Pin' }));
  await screen.findByRole('heading', { name: 'Pinned' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Offsite' })));
});

it('CH-13 arrow keys lead from the search field through what was found and back', async () => {
  const date = new Date().toISOString();
  const chat = (id: string, title: string) => ({
    conversation: {
      id,
      user_id: 'u',
      created_at: date,
      updated_at: date,
      title,
      running: false,
      waiting: false,
      pinned: false,
      folder: null,
    },
    snippet: '…',
  });
  globalThis.fetch = (async ({ url }: Request) => {
    if (url.includes('search')) return Response.json({ results: [chat('a', 'Oslo'), chat('b', 'Rome')] });
    return Response.json({ conversations: [], next_cursor: null, folders: [] });
  }) as typeof fetch;
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Search chats' }));
  const field = screen.getByRole('textbox', { name: 'Search chats' });
  fireEvent.change(field, { target: { value: 'o' } });
  await screen.findByRole('link', { name: /^Oslo/ });
  const keys = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Home', 'End', 'ArrowUp', 'ArrowUp'];
  const visited = keys.map((key) => {
    fireEvent.keyDown(document.activeElement!, { key });
    return document.activeElement!.textContent;
  });
  expect(visited).toEqual(['Oslo…', 'Rome…', 'Rome…', 'Oslo…', 'Rome…', 'Oslo…', '']);
  expect(document.activeElement).toBe(field);
});
