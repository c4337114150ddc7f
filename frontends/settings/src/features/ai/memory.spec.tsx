import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import { MemorySection } from './memory';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

it('an edit of a fact goes on while another fact is added', async () => {
  const fact = (text: string) => ({
    file_path: '/w/Notes/Memory/facts.md',
    text,
    by_user: true,
    day: null,
    chat: null,
  });
  const facts = [fact('Dates in full')];
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    if (request.method === 'GET') return Response.json({ facts, waiting: [], skills: [], guide: null });
    facts.push(fact(((await request.json()) as { after: string }).after));
    return new Response(null, { status: 204 });
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <MemorySection />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Edit: Dates in full' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Fact' }), { target: { value: 'Dates in ISO' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Add a fact' }), { target: { value: 'Metric units' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Metric units');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Fact' }).value).toBe('Dates in ISO');
});
