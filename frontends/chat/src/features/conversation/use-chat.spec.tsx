import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { TextDecoderStream } from 'node:stream/web';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider, store } from '@zo/web/store';
import { changeDraft, readDraft } from './composer/drafts';
import { useChat } from './use-chat';

// The simulated DOM has none.
Object.assign(globalThis, { TextDecoderStream });

const SENT = { conversation_id: 'made', run_id: 'r', message_id: 'm', assistant_message_id: 'a' };
const answers: ((response: Response) => void)[] = [];
const posted: string[] = [];
const bodies: unknown[] = [];

beforeEach(() => {
  answers.length = posted.length = bodies.length = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (request, init) => {
    if (typeof request !== 'string') return new Response('{}', { status: 404 });
    posted.push(request);
    bodies.push(JSON.parse(init!.body as string));
    return new Promise((resolve) => answers.push(resolve));
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  jest.restoreAllMocks();
});

/** The stream of an answer that does not end. */
function taken(): Response {
  const events = [{ event: 'sent', data: JSON.stringify(SENT) }];
  const read = () => (events.length > 0 ? Promise.resolve({ value: events.shift() }) : new Promise(() => undefined));
  // The streams of the simulated DOM are not those of its responses.
  const body = { pipeThrough: () => body, getReader: () => ({ read, cancel: async () => undefined }) };
  return { ok: true, body } as unknown as Response;
}

function open(first: string) {
  const chosen: (string | null)[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const onChatId = (id: string | null) => void chosen.push(id);
  const { result, rerender } = renderHook(({ chat }) => useChat(chat, onChatId), {
    wrapper,
    initialProps: { chat: first },
  });
  return { result, chosen, show: (chat: string) => rerender({ chat }) };
}

it('CH-01 a message that is taken after another chat was opened stays out of that chat, which can be written in', async () => {
  const { result, chosen, show } = open('new');
  let first: Promise<boolean> | undefined;
  await act(async () => void (first = result.current.send({ text: 'first' })));
  expect(result.current.pending).toEqual({ text: 'first' });
  show('other');
  expect(result.current.pending).toBeUndefined();
  let second: Promise<boolean> | undefined;
  await act(async () => void (second = result.current.send({ text: 'second' })));
  expect([posted, result.current.pending]).toEqual([
    ['/api/conversations/new/messages/stream', '/api/conversations/other/messages/stream'],
    { text: 'second' },
  ]);
  await act(async () => {
    for (const answer of answers) answer(taken());
    await Promise.all([first, second]);
  });
  expect([await first, await second, chosen]).toEqual([true, true, []]);
});

it('CH-01 a new chat gets its id where it is still shown, with what was typed since', async () => {
  const { result, chosen, show } = open('new');
  let sent: Promise<boolean> | undefined;
  await act(async () => void (sent = result.current.send({ text: 'first' })));
  // A second one would make another chat.
  expect(await result.current.send({ text: 'again' })).toBe(false);
  await act(async () => {
    answers[0]!(taken());
    await sent;
  });
  expect(chosen).toEqual(['made']);
  changeDraft('new', (draft) => ({ ...draft, text: 'typed since' }));
  show('made');
  expect([readDraft('made').text, readDraft('new').text]).toEqual(['typed since', '']);
});

it('CH-01 a message is sent once more with its id when the line breaks, and is not when it is refused', async () => {
  const { result, chosen } = open('new');
  let sent: Promise<boolean> | undefined;
  await act(async () => void (sent = result.current.send({ text: 'first' })));
  await act(async () => answers[0]!(Promise.reject(new TypeError('cut')) as never));
  await act(async () => {
    answers[1]!(taken());
    await sent;
  });
  expect([await sent, chosen]).toEqual([true, ['made']]);
  expect(bodies[0]).toEqual({ text: 'first', id: expect.any(String) });
  expect(bodies[1]).toEqual(bodies[0]);
  await act(async () => void (sent = result.current.send({ text: 'second', id: 'mine' })));
  await act(async () => {
    answers[2]!(new Response('{}', { status: 409 }));
    await sent;
  });
  expect([await sent, bodies.length, bodies[2]]).toEqual([false, 3, { text: 'second', id: 'mine' }]);
});
