import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import type { Schedule } from '../../api/schedules.endpoints';
import { Editor } from './editor';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

const NOW = new Date(0).toISOString();
const DIGEST: Schedule = {
  id: 'd',
  title: 'Digest',
  instruction: 'Read what I saved.',
  rrule: 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0',
  zone: 'Europe/Berlin',
  version: 1,
} as Schedule;

/** Fakes the server: what is saved has the version after the one that it was made from. */
function serve() {
  const saved: { version: number; instruction: string }[] = [];
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    const json = (body: unknown) =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    if (request.method === 'GET') return json([]);
    const body = (await request.json()) as (typeof saved)[number];
    if (request.method === 'POST') return json({ next: [NOW] });
    saved.push(body);
    return json({ ...DIGEST, ...body, version: body.version + 1 });
  }) as typeof fetch;
  return saved;
}

const acts = { isRemoving: false, turn: () => undefined, run: () => undefined, remove: async () => undefined };
const editor = (schedule: Schedule, onSaved: (saved: Schedule) => void) => (
  <Provider store={store}>
    <MemoryRouter>
      <TooltipProvider>
        <Editor
          schedule={schedule}
          acts={acts}
          onSaved={onSaved}
          onRemove={() => undefined}
          onClose={() => undefined}
        />
      </TooltipProvider>
    </MemoryRouter>
  </Provider>
);

it('saves what it was opened with as its version, and after that what it saved', async () => {
  const saved = serve();
  const answered: number[] = [];
  const onSaved = ({ version }: Schedule) => void answered.push(version);
  const { rerender } = render(editor(DIGEST, onSaved));
  rerender(editor({ ...DIGEST, version: 2, instruction: 'Written in another browser.' }, onSaved));
  const save = () => fireEvent.submit(screen.getByRole('form', { name: 'Edit Digest' }));
  save();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ version: 1, instruction: 'Read what I saved.' });
  await waitFor(() => expect(answered).toEqual([2]));
  save();
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[1]!.version).toBe(2);
});

it('takes the focus when it opens, and gives it back when it closes', async () => {
  serve();
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <Provider store={store}>
        <MemoryRouter>
          <TooltipProvider>
            <button onClick={() => setOpen(true)}>Open</button>
            {isOpen ? (
              <Editor
                schedule={DIGEST}
                acts={acts}
                onSaved={() => undefined}
                onRemove={() => undefined}
                onClose={() => setOpen(false)}
              />
            ) : null}
          </TooltipProvider>
        </MemoryRouter>
      </Provider>
    );
  }
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Open' });
  opener.focus();
  fireEvent.click(opener);
  expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Edit Digest' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
