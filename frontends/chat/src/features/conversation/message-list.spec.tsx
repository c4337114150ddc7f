import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import type { ConversationData } from '../../api/types';
import { MessageList } from './message-list';

const [realFetch, RealObserver] = [globalThis.fetch, globalThis.ResizeObserver];
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  globalThis.ResizeObserver = RealObserver;
  store.dispatch(api.util.resetApiState());
});

const MESSAGE = { status: 'complete', created_at: new Date(0).toISOString(), files: [], chats: [], attachments: [] };
const said = (text: string) => [{ type: 'text', text }];
const CHAT = {
  id: 'chat',
  has_more: false,
  messages: [
    { ...MESSAGE, id: 'q', role: 'user', parent_id: null, parts: said('When?') },
    {
      ...MESSAGE,
      id: 'a2',
      role: 'assistant',
      parent_id: 'q',
      parts: said('In spring.'),
      siblings: { ids: ['a1', 'a2'], index: 1 },
    },
  ],
} as unknown as ConversationData;

it('CH-03 shows the other answers of a question, as imported chats have them', async () => {
  const asked: unknown[] = [];
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    if (request.method === 'PATCH') asked.push([new URL(request.url).pathname, await request.json()]);
    return Response.json(request.method === 'GET' ? [] : {});
  }) as typeof fetch;
  globalThis.ResizeObserver = class {
    observe() {}
    disconnect() {}
    unobserve() {}
  };
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <MessageList chat={CHAT} onSend={async () => true} onFork={() => {}} find={{ asked: 0, close: () => {} }} />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  const answer = within(screen.getByRole('article', { name: 'Answer' }));
  answer.getByText('2 / 2');
  fireEvent.click(answer.getByRole('button', { name: 'Earlier version' }));
  await waitFor(() => expect(asked).toEqual([['/api/conversations/chat', { leaf_id: 'a1' }]]));
});
