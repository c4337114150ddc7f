import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { api, store } from '@zo/web/store';
import { Toaster, TooltipProvider } from '@zo/web/ui';
import { FakeDisk } from '../../document/test/fake-disk';
import { clearStorage } from '../../document/test/storage';
import { TextDocument } from '../../document/text-document';
import { documents } from '../../document/use-document';
import { ConflictBar } from './conflict-bar';

const PLACE = { root: 'w' as const, path: ['a.md'] };
const FOLDER = `${JSON.stringify({ names: ['a.md'], dirs: [], sizes: [4], mtimes: [1], births: [1], errors: {} })}\n`;
const realFetch = globalThis.fetch;
let opened: TextDocument;

function Bar() {
  const state = useSyncExternalStore(opened.subscribe, opened.getState);
  return (
    <TooltipProvider>
      <ConflictBar location={PLACE} document={opened} state={state} />
      <Toaster mode="light" />
    </TooltipProvider>
  );
}

/** Fakes the server, which answers a write when it is let. */
function serve() {
  const written: { path: string[]; content: string }[] = [];
  const gate = Promise.withResolvers<void>();
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    if (!request.url.endsWith('/files/write'))
      return new Response(FOLDER, { headers: { 'content-type': 'application/x-ndjson' } });
    written.push((await request.json()) as { path: string[]; content: string });
    await gate.promise;
    return Response.json({ hash: '#', mtimeMs: 1 });
  }) as typeof fetch;
  return { written, answer: () => gate.resolve() };
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(async () => {
  await clearStorage();
  const disk = new FakeDisk();
  opened = (await TextDocument.open({ location: PLACE, file: disk.put(PLACE, 'one\n'), disk }))!;
  opened.edit('mine\n');
  disk.put(PLACE, 'theirs\n');
  await opened.save();
  render(<Bar />);
});
afterEach(() => {
  cleanup();
  opened.stop();
  jest.restoreAllMocks();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

it('gives the replaced text back', async () => {
  await press('Take theirs');
  expect(opened.state).toMatchObject({ text: 'theirs\n', status: 'saved' });
  await screen.findByText('Your text was replaced.');
  await press('Undo');
  expect(opened.state).toMatchObject({ text: 'mine\n', status: 'dirty' });
});

it('gives the replaced text back to the file after its page was left', async () => {
  const change = jest.spyOn(documents, 'change').mockResolvedValue(true);
  await press('Take theirs');
  jest.spyOn(documents, 'isForgotten').mockReturnValue(true);
  await press('Undo');
  const [place, edit] = change.mock.calls[0]!;
  expect([place, edit('theirs\n')]).toEqual([PLACE, 'mine\n']);
  expect(opened.state.text).toBe('theirs\n');
});

it('takes the file once the text is beside it', async () => {
  const { written, answer } = serve();
  await press('Keep both');
  answer();
  await waitFor(() => expect(opened.state).toMatchObject({ text: 'theirs\n', status: 'saved' }));
  expect(written).toMatchObject([{ path: ['a (mine).md'], content: 'mine\n' }]);
});

it('keeps what is typed while the text is written beside the file', async () => {
  const { written, answer } = serve();
  await press('Keep both');
  await waitFor(() => expect(written).toHaveLength(1));
  opened.edit('mine and more\n');
  answer();
  await screen.findByText('You typed on meanwhile. Choose again.');
  expect(opened.state).toMatchObject({ text: 'mine and more\n', status: 'conflict' });
  expect(written).toMatchObject([{ content: 'mine\n' }]);
});
