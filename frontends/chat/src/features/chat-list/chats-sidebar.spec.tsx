import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
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

it('CH-13 Escape ends the search and gives the focus back to its button', () => {
  globalThis.fetch = (async () => Response.json({ conversations: [], next_cursor: null, folders: [] })) as typeof fetch;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <ChatsSidebar />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Search chats' }));
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Search chats' }), { key: 'Escape' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search chats' }));
});
