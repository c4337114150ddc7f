import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Zofile } from '@zo/web/api';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { Toaster, TooltipProvider } from '@zo/web/ui';
import { PersonaPicker } from './persona-picker';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

const NOW = new Date(0).toISOString();
const EDITOR: Zofile = { id: 'e', name: 'Editor', prompt: 'Plain.', image: null, created_at: NOW, updated_at: NOW };
const NONE = { main: null, greeting: null, sms: null, email: null, schedule: {} };

/** Fakes the server's endpoints; `refused` are the methods and addresses that fail. */
function serve(refused: Record<string, number> = {}, chosen: string | null = null) {
  const asked: string[] = [];
  let main = chosen;
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const { method, url } = input as Request;
    const call = `${method} ${new URL(url).pathname.replace('/api', '')}`;
    asked.push(call);
    const json = (body: unknown, status = 200) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    if (refused[call]) return json({ detail: 'Not now.' }, refused[call]);
    if (call === 'GET /zofiles/') return json([EDITOR, { ...EDITOR, id: 'g', name: 'Kyoto guide' }]);
    if (method === 'PUT') main = call.slice(call.lastIndexOf('/') + 1);
    if (method === 'DELETE') main = null;
    return json({ ...NONE, main });
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <PersonaPicker helper={false} />
          <Toaster mode="light" />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  return asked;
}

const open = () => fireEvent.keyDown(screen.getByRole('button', { name: /^Persona/ }), { key: 'Enter' });
const item = (name: string) => screen.findByRole('menuitem', { name: new RegExp(`^${name}`) });

describe('persona picker', () => {
  it('ZF-04 loads the list when it is first opened, and picking one sets it', async () => {
    const asked = serve();
    await screen.findByRole('button', { name: 'Persona: No persona' });
    expect(asked).toEqual(['GET /zofiles/active']);
    open();
    fireEvent.click(await item('Kyoto guide'));
    await screen.findByRole('button', { name: 'Persona: Kyoto guide' });
    expect(asked).toContain('GET /zofiles/');
    expect(asked).toContain('PUT /zofiles/active/g');
    open();
    expect((await item('Kyoto guide')).querySelector('[aria-label="Chosen"]')).not.toBeNull();
    fireEvent.click(await item('No persona'));
    await screen.findByRole('button', { name: 'Persona: No persona' });
    expect(asked).toContain('DELETE /zofiles/active');
  });

  it('ZF-04 names who answers before the list is opened', async () => {
    serve({}, 'e');
    const button = await screen.findByRole('button', { name: 'Persona: Editor' });
    expect(button.textContent).toBe('Editor');
  });

  it.each([
    ['PUT /zofiles/active/e', 'Editor', 'Failed to set active zofile: Not now.'],
    ['DELETE /zofiles/active', 'No persona', 'Failed to clear active zofile: Not now.'],
  ])('ZF-04 a refused choice shows a toast with the error: %s', async (call, name, sentence) => {
    serve({ [call]: 409 });
    open();
    fireEvent.click(await item(name));
    await screen.findByText('Failed to update active Zofile');
    await screen.findByText(sentence);
  });

  it('ZF-04 a list that cannot be read says so and can be asked for again', async () => {
    const refused: Record<string, number> = { 'GET /zofiles/': 500, 'GET /zofiles/active': 500 };
    const asked = serve(refused);
    open();
    await item('Failed to fetch zofiles: Not now.');
    await item('Failed to get active zofile: Not now.');
    delete refused['GET /zofiles/'];
    const before = asked.length;
    fireEvent.click(await item('Try again'));
    await waitFor(() => expect(asked.slice(before)).toContain('GET /zofiles/'));
    open();
    await item('Editor');
  });
});
