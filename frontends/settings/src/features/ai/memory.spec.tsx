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

const show = () =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <MemorySection />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );

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
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit: Dates in full' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Fact' }), { target: { value: 'Dates in ISO' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Add a fact' }), { target: { value: 'Metric units' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Metric units');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Fact' }).value).toBe('Dates in ISO');
});

it('a fact of today was said today, at whatever hour', async () => {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const fact = {
    file_path: '/w/Notes/Memory/facts.md',
    text: 'My cat is called Miezi',
    by_user: true,
    day,
    chat: null,
  };
  globalThis.fetch = (async () =>
    Response.json({ facts: [fact], waiting: [], skills: [], guide: null })) as typeof fetch;
  show();
  await screen.findByText('My cat is called Miezi');
  screen.getByText('Today');
});
