import { describe, expect, it } from '@jest/globals';
import { mergeConversation } from './merge';
import { applyRunEvent, type RunEvent } from './run-events';
import type { ConversationData, Message, RunEvents } from './types';

const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  parent_id: null,
  role: 'assistant',
  created_at: '',
  parts: [],
  status: 'complete',
  ...more,
});
const chat = (more: Partial<ConversationData> = {}): ConversationData => ({
  id: 'c',
  user_id: 'u',
  created_at: '',
  updated_at: '',
  title: null,
  running: true,
  waiting: false,
  pinned: false,
  folder: null,
  leaf_id: 'a',
  messages: [message('q', { role: 'user' }), message('a', { status: 'running' })],
  usage: { total_tokens: 0 },
  has_more: false,
  queued: [],
  rehearsal: false,
  active_run: { id: 'r', message_id: 'a', status: 'running', seq: 0 },
  ...more,
});
const events: RunEvent[] = [
  { seq: 1, type: 'run.started', data: { message_id: 'a', model: 'm' } },
  { seq: 2, type: 'text.delta', data: { message_id: 'a', text: 'Hello ' } },
  { seq: 3, type: 'text.delta', data: { message_id: 'a', text: 'there' } },
  { seq: 4, type: 'tool.start', data: { call_id: 'x', tool: 'run_bash_command', args: { cmd: 'ls' }, started_at: '' } },
  { seq: 5, type: 'tool.approval', data: { call_id: 'x', approval_id: 'p', reason: 'why', args: {} } },
  { seq: 6, type: 'tool.running', data: { call_id: 'x' } },
  { seq: 7, type: 'tool.output', data: { call_id: 'x', stream: 'stdout', text: 'a\n' } },
  {
    seq: 8,
    type: 'tool.end',
    data: { call_id: 'x', state: 'done', result: { type: 'text', text: 'a' }, duration_ms: 5 },
  },
  { seq: 9, type: 'run.end', data: { status: 'complete' } },
];

describe('D13 events of a run', () => {
  it('D13 what was said meanwhile leaves the queue for its place in the answer', () => {
    const told = { id: 's', text: 'no, blue', files: [], attachments: [] };
    const state = chat({ queued: [{ ...told, kind: 'steer' }] });
    const steer: RunEvent = { seq: 3, type: 'steer', data: told };
    for (const event of [...events.slice(0, 2), steer, steer]) applyRunEvent(state, event);
    expect(state.messages[1]!.parts).toEqual([
      { type: 'text', text: 'Hello ' },
      { type: 'steer', ...told },
    ]);
    expect(state.queued).toEqual([]);
  });

  it('D13 are applied once each, however often they arrive', () => {
    const state = chat();
    for (const event of [...events.slice(0, 4), ...events.slice(0, 8), ...events]) applyRunEvent(state, event);
    expect(state.messages[1]!.parts).toEqual([
      { type: 'text', text: 'Hello there' },
      expect.objectContaining({
        type: 'tool',
        state: 'done',
        result: { type: 'text', text: 'a' },
        output: undefined,
        approval: undefined,
      }),
    ]);
    expect([state.active_run, state.running, state.messages[1]!.status]).toEqual([undefined, false, 'complete']);
  });

  it.each([
    ['the stored words', events[1]!, [{ type: 'text', text: 'Hello ' }]],
    ['an answer begun anew', { seq: 2, type: 'run.resumed', data: { attempt: 2 } } as RunEvent, []],
  ])('D13 provisional words are shown until %s replace them, and take no place among the events', (_, next, parts) => {
    const state = chat();
    const words = (seq: number): RunEvent => ({
      seq: 0,
      type: 'provisional',
      data: { seq, message_id: 'a', type: 'text', text: 'Hello' },
    });
    for (const event of [events[0]!, words(3), words(2), words(2)]) applyRunEvent(state, event);
    expect(state.messages[1]!.parts).toMatchObject([{ type: 'text', text: 'Hello' }]);
    expect(state.active_run!.seq).toBe(1);
    for (const event of [next, words(2)]) applyRunEvent(state, event);
    expect(state.messages[1]!.parts).toEqual(parts);
  });

  it('D13 shows the calls of a part of the answer in the call that started it, and waits with its question', () => {
    const state = chat();
    const part = (seq: number, inner?: NonNullable<RunEvents['tool.sub_run']['event']>): RunEvent => ({
      seq: seq + 5,
      type: 'tool.sub_run',
      data: { call_id: 'x', run_id: 'inner', seq, ...(inner && { event: inner }) },
    });
    const start = { call_id: 'y', tool: 'run_bash_command', args: { cmd: 'make' }, started_at: '' };
    const texts = [{ path: 'Makefile', text: 'all: echo' }] as never;
    const asked = { call_id: 'y', approval_id: 'p', reason: 'why', args: { cmd: 'make' }, texts };
    const approval = part(3, { type: 'tool.approval', data: asked });
    for (const event of [...events.slice(0, 4), part(0), part(2, { type: 'tool.start', data: start }), approval])
      applyRunEvent(state, event);
    expect(state.active_run!.status).toBe('waiting');
    expect(state.messages[1]!.parts[1]).toMatchObject({
      sub_run: { run_id: 'inner', seq: 3, parts: [{ call_id: 'y', state: 'approval', approval: { id: 'p', texts } }] },
    });
    applyRunEvent(state, part(4, { type: 'tool.running', data: { call_id: 'y' } }));
    expect(state.active_run!.status).toBe('running');
  });

  it('CH-10 a refetched chat keeps streamed text that is ahead', () => {
    const ahead = chat();
    for (const event of events.slice(0, 3)) applyRunEvent(ahead, event);
    const stale = chat({ active_run: { id: 'r', message_id: 'a', status: 'running', seq: 2 } });
    const merged = mergeConversation(ahead, stale);
    expect(merged.active_run!.seq).toBe(3);
    expect(merged.messages[1]!.parts).toEqual([{ type: 'text', text: 'Hello there' }]);
    const { active_run: _gone, ...ended } = chat({
      messages: [message('q'), message('a', { status: 'complete', parts: [{ type: 'text', text: 'final' }] })],
    });
    expect(mergeConversation(ahead, ended)).toMatchObject({
      messages: [{ id: 'q' }, { id: 'a', parts: [{ text: 'final' }] }],
    });
  });

  it('CH-06 earlier pages stay in front of the new window', () => {
    const long = chat({ messages: [message('1'), message('2'), message('3')], has_more: false, active_run: undefined });
    const fresh = chat({ messages: [message('2'), message('3'), message('4')], has_more: true, active_run: undefined });
    expect(mergeConversation(long, fresh)).toMatchObject({
      messages: [{ id: '1' }, { id: '2' }, { id: '3' }, { id: '4' }],
      has_more: false,
    });
  });
});
