import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import { TrustModes } from './trust-modes';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

const TOOLS = ['Run commands', 'Send mail'].map((title, n) => ({ slug: `tool_${n}`, title, description: '' }));
const EVERY = { zofile_id: null, mode: 'balanced', denied_tools: [] as string[], memory: true, denied_skills: [] };

/** Fakes the server, which keeps what is off. Changes wait until they are let through. */
function serve() {
  const denied = new Set<string>();
  const waiting: (() => void)[] = [];
  const change = async (request: Request) => {
    const { tools = {} } = (await request.json()) as { tools?: Record<string, boolean> };
    await new Promise<void>((resolve) => waiting.push(resolve));
    for (const [name, on] of Object.entries(tools)) void (on ? denied.delete(name) : denied.add(name));
    return new Response(null, { status: 204 });
  };
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    if (request.method === 'PUT') return change(request);
    const path = new URL(request.url).pathname;
    if (path === '/api/trust-modes') return Response.json({ modes: [{ ...EVERY, denied_tools: [...denied] }] });
    return Response.json(path === '/api/tools' ? { tools: TOOLS } : []);
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <TooltipProvider>
        <TrustModes />
      </TooltipProvider>
    </Provider>,
  );
  return { denied, waiting };
}

it('two tools that are switched off in quick succession are both off', async () => {
  const { denied, waiting } = serve();
  fireEvent.click(await screen.findByRole('button', { name: /All tools$/ }));
  for (const { title } of TOOLS) fireEvent.click(await screen.findByRole('switch', { name: title }));
  await waitFor(() => expect(waiting).toHaveLength(2));
  for (const letThrough of waiting) letThrough();
  await waitFor(() => expect([...denied].toSorted()).toEqual(['tool_0', 'tool_1']));
  const states = () => screen.getAllByRole('switch').map((shown) => shown.getAttribute('aria-checked'));
  await waitFor(() => expect(states()).toEqual(['false', 'false']));
});
