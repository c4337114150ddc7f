import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { provideUploader, Provider, store, type HandedUpload } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import type { SendBody } from '../../../api/types';
import { Composer, type ComposerProps } from './composer';
import { moveDraft, readDraft } from './drafts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  jest.useRealTimers();
});

function show(more: Partial<ComposerProps> = {}) {
  const sent: SendBody[] = [];
  const stopped: true[] = [];
  const onSend = async ({ id: _id, ...body }: SendBody) => (sent.push(body), true);
  const view = (props: Partial<ComposerProps>) => (
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <Composer
            chatId="c"
            running={false}
            tools={null}
            onSend={onSend}
            onStop={() => void stopped.push(true)}
            {...props}
          />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>
  );
  const { rerender } = render(view(more));
  return { sent, stopped, again: (props: Partial<ComposerProps>) => rerender(view(props)) };
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

/** A speech recogniser as browsers have it, which ends when the test says what it has heard. */
class FakeRecogniser {
  onresult?: (event: { results: { transcript: string }[][] }) => void;
  onstart?: () => void;
  onend?: () => void;
  start = () => this.onstart?.();
  stop = () => undefined;
  abort = () => undefined;
  hear(transcript: string): void {
    this.onresult?.({ results: [[{ transcript }]] });
    this.onend?.();
  }
}

describe('composer', () => {
  it('CH-01 is 80 to 400 pixels high, and empty text cannot be sent', () => {
    const { sent } = show();
    expect([field().style.minHeight, field().style.maxHeight]).toEqual(['80px', '400px']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    type('   ');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(sent).toEqual([]);
  });

  it('CH-05 a message waits for its own uploads, not for those of other chats', async () => {
    const upload = Promise.withResolvers<Awaited<HandedUpload['arrived']>>();
    const removal = provideUploader(() => [{ name: 'film.mp4', isDirectory: false, arrived: upload.promise }]);
    const { sent, again } = show();
    type('in c');
    fireEvent.paste(field(), { clipboardData: { files: [new File(['x'], 'film.mp4')], getData: () => '' } });
    removal();
    again({ chatId: 'd' });
    expect(screen.queryByText('film.mp4')).toBeNull();
    type('in d');
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    expect(sent).toEqual([{ text: 'in d' }]);
    again({ chatId: 'c' });
    screen.getByText('film.mp4');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    await act(async () => upload.resolve({ root: 'w', path: ['Uploads', 'film.mp4'] }));
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    expect(sent[1]).toMatchObject({ text: 'in c', files: [{ path: expect.stringContaining('film.mp4') }] });
  });

  it('what was said is added to the message it was said for, also when another chat is shown by then', async () => {
    const realFetch = globalThis.fetch;
    globalThis.fetch = (async () => Response.json({ models: [] })) as typeof fetch;
    const recogniser = new FakeRecogniser();
    Object.assign(globalThis, {
      SpeechRecognition: function Recogniser() {
        return recogniser;
      },
    });
    const { again } = show();
    type('in c');
    fireEvent.click(screen.getByRole('button', { name: 'Speak' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop and write it down' }));
    again({ chatId: 'd' });
    type('in d');
    await act(async () => recogniser.hear('said'));
    expect([readDraft('c').text, field().value]).toEqual(['in c said', 'in d']);
    globalThis.fetch = realFetch;
    Reflect.deleteProperty(globalThis, 'SpeechRecognition');
  });

  it('CH-01 the ring is full at 94 characters', () => {
    show();
    const offset = () =>
      Number(document.querySelectorAll('[aria-label="Send"] circle')[1]?.getAttribute('stroke-dashoffset'));
    type('x'.repeat(47));
    expect(offset()).toBe(47);
    type('x'.repeat(500));
    expect(offset()).toBe(0);
  });

  it('CH-01 stops the answer while it is written, and hands on what is written meanwhile', async () => {
    const { stopped, sent } = show({ running: true });
    expect(screen.queryByRole('button', { name: 'Queue for after this answer' })).toBeNull();
    type('next');
    screen.getByRole('button', { name: 'Queue for after this answer' });
    fireEvent.click(screen.getByRole('button', { name: 'Stop generation' }));
    expect([sent, stopped]).toEqual([[], [true]]);
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    expect([sent, stopped]).toEqual([[{ text: 'next' }], [true]]);
  });

  it('CH-02 Enter sends and empties; with Shift, Cmd, Ctrl or during composition it does not', async () => {
    const { sent } = show();
    type('hello');
    for (const more of [{ shiftKey: true }, { metaKey: true }, { ctrlKey: true }, { isComposing: true }])
      fireEvent.keyDown(field(), { key: 'Enter', ...more });
    expect(sent).toEqual([]);
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    expect(sent).toEqual([{ text: 'hello' }]);
    expect(field().value).toBe('');
  });

  it('CH-01 text typed while a message is being sent is neither sent nor lost, also when the message fails', async () => {
    const answers: ((taken: boolean) => void)[] = [];
    const sent: string[] = [];
    show({ onSend: ({ text }) => (sent.push(text), new Promise((resolve) => answers.push(resolve))) });
    const enter = () => act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    type('first');
    await enter();
    type('second');
    await enter();
    expect([sent, field().value]).toEqual([['first'], 'second']);
    await act(async () => answers[0]!(false));
    expect([field().value, readDraft('c').text]).toEqual(['first\n\nsecond', 'first\n\nsecond']);
    await enter();
    expect(sent).toEqual(['first', 'first\n\nsecond']);
    await act(async () => answers[1]!(true));
  });

  it('CH-01 a message is kept until the server has taken it, also when its page is left', async () => {
    show({ chatId: 'slow', onSend: () => new Promise(() => undefined) });
    type('precious');
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    type('since');
    expect(JSON.parse(localStorage.getItem('zo.chat-drafts')!)).toMatchObject({
      slow: { text: 'since', sending: { text: 'precious' } },
    });
  });

  it('CH-01 a message whose page was left before the server took it is unsent', () => {
    const draft = (text: string) => ({ text, files: [], attachments: [], chats: [] });
    const kept = { left: { ...draft('since'), sending: draft('precious') } };
    localStorage.setItem('zo.chat-drafts', JSON.stringify(kept));
    show({ chatId: 'left' });
    expect(field().value).toBe('precious\n\nsince');
  });

  it('CH-01 a message that fails keeps its id until it is changed, and leaves the field once its chat has it', async () => {
    const ids: string[] = [];
    const onSend = async ({ id }: SendBody) => (ids.push(id!), false);
    show({ chatId: 'cut', onSend });
    const enter = () => act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    type('once');
    await enter();
    await enter();
    cleanup();
    show({ chatId: 'cut', onSend });
    await enter();
    expect(ids).toEqual(
      Array(3).fill(expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)),
    );
    expect(new Set(ids).size).toBe(1);
    type('another');
    await enter();
    expect(ids[3]).not.toBe(ids[0]);
    expect(field().value).toBe('another');
    cleanup();
    show({ chatId: 'cut', taken: new Set([ids[3]!]) });
    expect([field().value, readDraft('cut').text]).toEqual(['', '']);
  });

  it('CH-01 a message that was taken after its page was left is not in the field', () => {
    const draft = (text: string) => ({ text, files: [], attachments: [], chats: [] });
    const kept = { gone: { ...draft('since'), sending: { ...draft('precious'), id: 'm' } } };
    localStorage.setItem('zo.chat-drafts', JSON.stringify(kept));
    const { again } = show({ chatId: 'gone' });
    expect(field().value).toBe('precious\n\nsince');
    again({ chatId: 'gone', taken: new Set(['m']) });
    expect(field().value).toBe('since');
  });

  it('CH-01 two fields of one chat, of which one goes when the first message is sent, lose nothing', async () => {
    const answers: ((taken: boolean) => void)[] = [];
    const onSend = () => new Promise<boolean>((resolve) => answers.push(resolve));
    show({ chatId: 'new', onSend });
    type('first');
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    cleanup();
    show({ chatId: 'new', onSend });
    type('second');
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    expect(answers).toHaveLength(1);
    await act(async () => answers[0]!(false));
    expect([field().value, readDraft('new').text]).toEqual(['first\n\nsecond', 'first\n\nsecond']);
  });

  it('CH-01 text typed in a new chat stays when the chat gets its id', async () => {
    const { again } = show({ chatId: 'new', onSend: async () => true });
    type('first');
    fireEvent.keyDown(field(), { key: 'Enter' });
    type('second');
    await act(async () => undefined);
    moveDraft('new', 'made');
    again({ chatId: 'made' });
    expect([field().value, readDraft('new').text]).toEqual(['second', '']);
  });

  it('CH-02 Escape removes the focus', () => {
    show();
    field().focus();
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(document.activeElement).not.toBe(field());
  });

  it('CH-04 pasted lines become an attachment that is sent', async () => {
    const { sent } = show();
    fireEvent.paste(field(), { clipboardData: { getData: () => 'one\ntwo' } });
    expect(screen.getByText('one two')).toBeTruthy();
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    expect(sent[0]!.attachments).toEqual([expect.objectContaining({ content: 'one\ntwo', lineCount: 2 })]);
  });

  it('CH-05 the open file is attached until Backspace in the empty field removes it; another file is attached again', async () => {
    const { sent, again } = show({ openFile: { root: 'w', path: ['a.md'] } });
    expect(screen.getByText('a.md')).toBeTruthy();
    type('x');
    fireEvent.keyDown(field(), { key: 'Backspace' });
    expect(screen.queryByText('a.md')).toBeTruthy();
    type('');
    fireEvent.keyDown(field(), { key: 'Backspace' });
    expect(screen.queryByText('a.md')).toBeNull();
    again({ openFile: { root: 'w', path: ['b.md'] } });
    type('go');
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    again({ openFile: { root: 'w', path: ['b.md'] }, known: new Set(['w/b.md']) });
    expect(screen.queryByText('b.md')).toBeNull();
    again({ openFile: { root: 'w', path: ['c.md'] }, helper: true });
    expect(screen.queryByText('c.md')).toBeNull();
    expect(sent).toEqual([{ text: 'go', files: [{ id: 'w/b.md', path: 'w/b.md' }] }]);
  });

  it('CH-04 pasted text stays in its chat, also after a reload', () => {
    const { again } = show();
    fireEvent.paste(field(), { clipboardData: { getData: () => 'one\ntwo' } });
    again({ chatId: 'other' });
    expect(screen.queryByText('one two')).toBeNull();
    cleanup();
    show();
    fireEvent.keyDown(screen.getByText('one two'), { key: 'Delete' });
    expect(screen.queryByText('one two')).toBeNull();
    expect(document.activeElement).toBe(field());
  });

  it('keeps the text when the message is refused, and after a reload', async () => {
    show({ onSend: async () => false });
    type('precious');
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter' }));
    expect(field().value).toBe('precious');
    cleanup();
    show();
    expect(field().value).toBe('precious');
  });

  it('CH-09 the typing animation ends 800 ms after the last key', () => {
    jest.useFakeTimers();
    show();
    const animated = () => document.querySelector('svg.animate-pulse-soft') !== null;
    type('a');
    act(() => void jest.advanceTimersByTime(799));
    expect(animated()).toBe(true);
    act(() => void jest.advanceTimersByTime(1));
    expect(animated()).toBe(false);
  });
});
