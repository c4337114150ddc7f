import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Zofile } from '@zo/web/api';
import { api, Provider, store } from '@zo/web/store';
import { Toaster, TooltipProvider } from '@zo/web/ui';
import { Personas } from './personas';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

const NOW = new Date(0).toISOString();
const EDITOR: Zofile = { id: 'e', name: 'Editor', prompt: 'Plain.', image: null, created_at: NOW, updated_at: NOW };
const NONE = { main: null, greeting: null, sms: null, email: null, schedule: {} };

/** Fakes the server's endpoints; calls in `refused` fail. Returns the bodies of changes. */
function serve(refused: readonly string[] = [], zofiles: Zofile[] = [EDITOR]) {
  const changes: [string, unknown][] = [];
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    const path = new URL(request.url).pathname.replace('/api', '');
    const call = `${request.method} ${path}`;
    const json = (body: unknown, status = 200) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    if (request.method !== 'GET') changes.push([call, JSON.parse((await request.text()) || 'null')]);
    if (refused.includes(call)) return json({ detail: 'Not now.' }, 409);
    if (path === '/zofiles/active') return json(NONE);
    if (call === 'GET /zofiles/') return json(zofiles);
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    return json({ ...EDITOR, ...(changes.at(-1)![1] as object) });
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <TooltipProvider>
        <Personas />
        <Toaster mode="light" />
      </TooltipProvider>
    </Provider>,
  );
  return changes;
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('personas', () => {
  it('ZF-01 are created and changed with name, prompt and picture', async () => {
    const changes = serve();
    fireEvent.click(await screen.findByRole('button', { name: 'New persona' }));
    type('Name', 'Kyoto guide');
    type('Prompt', 'Temples.');
    press('Create');
    await screen.findByText('Kyoto guide created');
    press('Edit Editor');
    type('Prompt', 'Short.');
    press('Save');
    await screen.findByText('Editor saved');
    expect(changes).toEqual([
      ['POST /zofiles/', { name: 'Kyoto guide', prompt: 'Temples.', image: null }],
      ['PUT /zofiles/e', { name: 'Editor', prompt: 'Short.', image: null }],
    ]);
  });

  it('ZF-04 a refused change says why, and what was typed stays', async () => {
    serve(['POST /zofiles/', 'PUT /zofiles/e']);
    fireEvent.click(await screen.findByRole('button', { name: 'New persona' }));
    type('Name', 'Kyoto guide');
    press('Create');
    await screen.findByText('Failed to create zofile: Not now.');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Kyoto guide');
    press('Edit Editor');
    press('Save');
    await screen.findByText('Failed to update zofile: Not now.');
  });

  it('ZF-04 a refused deletion and a refused choice show a toast', async () => {
    serve(['DELETE /zofiles/e', 'PUT /zofiles/active/e']);
    const options = await screen.findByRole('button', { name: 'Options of Editor' });
    fireEvent.keyDown(options, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Use in chats' }));
    await screen.findByText('Failed to update active Zofile');
    await screen.findByText('Failed to set active zofile: Not now.');
    fireEvent.keyDown(options, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('Failed to delete zofile: Not now.');
  });

  it('ZF-04 a list that cannot be read says so', async () => {
    serve(['GET /zofiles/']);
    await screen.findByText('Failed to fetch zofiles: Not now.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy());
  });
});
