import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness();
});
afterAll(() => at.stop());

const say = (text: string) =>
  at.provider.script((answer) => {
    answer.text(text);
    answer.end();
  });

const eventsOf = (text: string) =>
  [...text.matchAll(/(?:id: (\d+)\n)?event: (\S+)\ndata: (.*)\n\n/g)].map(([, seq, type, data]) => ({
    seq,
    type,
    data: JSON.parse(data!) as Record<string, unknown>,
  }));

describe('conversations', () => {
  it('CH-06 a first message creates a conversation with its answer and usage', async () => {
    say('Hello Ada.');
    const { sent, text, end } = await at.me.ask('Hi there, who are you?');
    expect(end.status).toBe('complete');
    expect(text).toBe('Hello Ada.');
    const opened = await at.me.json<any>(`/api/conversations/${sent.conversation_id}`);
    expect(opened).toMatchObject({
      id: sent.conversation_id,
      user_id: at.userId,
      title: 'Hi there, who are you?',
      usage: { total_tokens: 18 },
      has_more: false,
    });
    expect(opened.messages.map((message: any) => [message.role, message.parts[0].text])).toEqual([
      ['user', 'Hi there, who are you?'],
      ['assistant', 'Hello Ada.'],
    ]);
    expect(opened.active_run).toBeUndefined();
  });

  it('CH-10 the answer streams in the response to its message, and can be resumed at the run', async () => {
    say('Hello at once.');
    const answer = await at.me.fetch('/api/conversations/new/messages/stream', {
      method: 'POST',
      json: { text: 'Hi' },
    });
    expect(answer.status).toBe(200);
    const [sent, ...events] = eventsOf(await answer.text());
    expect(sent!.type).toBe('sent');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'text.delta', data: expect.objectContaining({ text: 'Hello at once.' }) }),
    );
    expect(events.at(-1)!.type).toBe('run.end');
    const again = await at.me.fetch(`/api/runs/${sent!.data['run_id']}/events?from=0`);
    const isStored = ({ type }: { type: string | undefined }) => type !== 'provisional';
    expect(eventsOf(await again.text())).toEqual(events.filter(isStored));
  });

  it('CH-10 a refused message returns a problem instead of a stream', async () => {
    const answer = await at.me.fetch('/api/conversations/new/messages/stream', { method: 'POST', json: { text: ' ' } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it('CH-06 the model is shown the earlier messages', async () => {
    say('one');
    const { sent } = await at.me.ask('first');
    say('two');
    await at.me.ask('second', { id: sent.conversation_id });
    const said = at.provider.requests
      .at(-1)!
      .request.messages.filter(({ role }) => role !== 'system')
      .map(({ content }) => content);
    expect(said).toEqual(['first', 'one', 'second']);
  });

  it('CH-03 editing a message creates a sibling branch with a new run; both branches stay', async () => {
    say('A1');
    const first = await at.me.ask('question one');
    const id = first.sent.conversation_id;
    say('A2');
    const second = await at.me.ask('follow up', { id });
    say('B2');
    const edited = await at.me.ask('another follow up', { id, parent_id: first.sent.assistant_message_id });
    const opened = await at.me.json<any>(`/api/conversations/${id}`);
    expect(opened.messages.map((message: any) => message.parts[0].text)).toEqual([
      'question one',
      'A1',
      'another follow up',
      'B2',
    ]);
    expect(opened.messages[2].siblings).toEqual({ ids: [second.sent.message_id, edited.sent.message_id], index: 1 });
    await at.me.json(`/api/conversations/${id}`, { method: 'PATCH', json: { leaf_id: second.sent.message_id } });
    const back = await at.me.json<any>(`/api/conversations/${id}`);
    expect(back.messages.map((message: any) => message.parts[0].text)).toEqual([
      'question one',
      'A1',
      'follow up',
      'A2',
    ]);
  });

  it('CH-03 editing the very first message creates a second root', async () => {
    say('A');
    const { sent } = await at.me.ask('root one');
    await at.me.ask('root two', { id: sent.conversation_id, parent_id: null });
    const opened = await at.me.json<any>(`/api/conversations/${sent.conversation_id}`);
    expect(opened.messages[0].siblings.ids).toHaveLength(2);
    expect(opened.messages[0].parts[0].text).toBe('root two');
  });

  it('CH-06 lists the conversations of a file, even after it has moved', async () => {
    say('ok');
    const { sent } = await at.me.ask('look', { files: [{ id: 'f', path: 'w/Notes/plan.md' }] });
    const byFile = (path: string) =>
      at.me.json<any>(`/api/conversations/by-file?file_path=${encodeURIComponent(path)}`);
    expect((await byFile('w/Notes/plan.md')).conversations.map(({ id }: any) => id)).toEqual([sent.conversation_id]);
    expect(await byFile('w/none.md')).toEqual({ conversations: [] });
    const byMessage = (who: typeof at.me, id: string) =>
      who.json<object>(`/api/conversations/by-message?message_id=${id}`);
    expect(await byMessage(at.me, sent.message_id)).toEqual({ conversation_id: sent.conversation_id });
    expect(await byMessage(at.other, sent.message_id)).toEqual({ conversation_id: null });
    expect(await byMessage(at.me, crypto.randomUUID())).toEqual({ conversation_id: null });
    expect(await at.other.json<any>('/api/conversations/by-file?file_path=w/Notes/plan.md')).toEqual({
      conversations: [],
    });
  });

  it('CH-13 lists, renames, searches and deletes conversations', async () => {
    say('the zebra crossed');
    const { sent } = await at.me.ask('animals please');
    const id = sent.conversation_id;
    expect((await at.me.json<any>('/api/conversations')).conversations[0]).toMatchObject({
      id,
      title: 'animals please',
      running: false,
      waiting: false,
    });
    await at.me.json(`/api/conversations/${id}`, { method: 'PATCH', json: { title: 'Zoo 100%' } });
    expect((await at.me.json<any>('/api/conversations?q=100%25')).conversations.map((c: any) => c.title)).toEqual([
      'Zoo 100%',
    ]);
    const { results } = await at.me.json<any>('/api/conversations/search?q=zebra');
    expect(results).toEqual([{ conversation: expect.objectContaining({ id }), snippet: 'the zebra crossed' }]);
    expect(await at.other.json<any>('/api/conversations/search?q=zebra')).toEqual({ results: [] });
    expect((await at.me.fetch(`/api/conversations/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await at.me.fetch(`/api/conversations/${id}`)).status).toBe(404);
  });

  it('CH-13 chats are pinned and put into folders, which are renamed, joined and ended', async () => {
    const chat = (title: string) => at.me.json<{ id: string }>('/api/conversations', { json: { title } });
    const [plan, bill, trip] = [await chat('plan'), await chat('bill'), await chat('trip')];
    const change = (id: string, json: object) => at.me.fetch(`/api/conversations/${id}`, { method: 'PATCH', json });
    const listed = async (query: string) => {
      const { conversations } = await at.me.json<any>(`/api/conversations?${query}`);
      return conversations.map(({ title }: any) => title).filter((title: string) => /^(plan|bill|trip)$/.test(title));
    };
    const folders = async () => (await at.me.json<any>('/api/conversations/folders')).folders;
    const rename = (json: object, person = at.me) =>
      person.fetch('/api/conversations/folders', { method: 'PATCH', json });
    expect(await (await change(plan.id, { pinned: true })).json()).toMatchObject({ pinned: true, folder: null });
    await change(bill.id, { folder: '  Home  ' });
    await change(trip.id, { folder: 'Away' });
    expect(await listed('pinned=true')).toEqual(['plan']);
    expect(await listed('pinned=false&folder=')).toEqual([]);
    expect(await listed('folder=Home')).toEqual(['bill']);
    expect(await listed('')).toEqual(['trip', 'bill', 'plan']);
    expect(await folders()).toEqual([
      { name: 'Away', chats: 1 },
      { name: 'Home', chats: 1 },
    ]);
    expect((await rename({ folder: 'Home', to: null }, at.other)).status).toBe(404);
    expect(await (await rename({ folder: 'Away', to: 'Home' })).json()).toEqual({ chats: 1 });
    expect(await folders()).toEqual([{ name: 'Home', chats: 2 }]);
    await rename({ folder: 'Home', to: null });
    await change(plan.id, { pinned: false });
    expect(await folders()).toEqual([]);
    expect(await listed('pinned=false&folder=')).toEqual(['trip', 'bill', 'plan']);
    for (const json of [{ folder: ' ' }, { folder: 'x'.repeat(81) }, { folder: 'a\u0000' }, { pinned: 'yes' }])
      expect([json, (await change(plan.id, json)).status]).toEqual([json, 400]);
    expect((await rename({ folder: 'nowhere', to: 'x' })).status).toBe(404);
  });

  it('CH-13 finds words in all messages of the shown branch, and in no other', async () => {
    say('The **red** fox');
    const first = await at.me.ask('tell me about foxes');
    const id = first.sent.conversation_id;
    const find = async (q: string) =>
      (await at.me.json<any>(`/api/conversations/${id}/find?q=${encodeURIComponent(q)}`)).message_ids;
    say('snake_case');
    const second = await at.me.ask('and 100% of hens', { id });
    expect(await find('FOX')).toEqual([first.sent.assistant_message_id, first.sent.message_id]);
    expect(await find('red fox')).toEqual([first.sent.assistant_message_id]);
    expect(await find('snake_case')).toEqual([second.sent.assistant_message_id]);
    expect(await find('0%')).toEqual([second.sent.message_id]);
    expect(await find('*')).toEqual([first.sent.assistant_message_id]);
    say('other');
    await at.me.ask('elsewhere', { id, parent_id: first.sent.assistant_message_id });
    expect(await find('hens')).toEqual([]);
    const found = (person: typeof at.me, query: string) => person.fetch(`/api/conversations/${id}/find?${query}`);
    expect((await found(at.other, 'q=fox')).status).toBe(404);
    expect((await found(at.me, 'q=')).status).toBe(400);
  });

  it('CH-13 pages through many conversations without gaps or duplicates', async () => {
    for (let index = 0; index < 55; index++)
      await at.other.json('/api/conversations', { json: { title: `chat ${index}` } });
    const first = await at.other.json<any>('/api/conversations');
    const second = await at.other.json<any>(`/api/conversations?cursor=${first.next_cursor}`);
    const ids = [...first.conversations, ...second.conversations].map(({ id }: any) => id);
    expect(new Set(ids).size).toBe(55);
    expect(second.next_cursor).toBeNull();
  });

  it('S13 a forged cursor is refused, whatever its content', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const text of [
      `2024-02-30T00:00:00.000000Z ${nobody}`,
      `2024-02-03T00:00:00.000000Z ${'-'.repeat(36)}`,
      `2024-02-03T00:00:00Z ${nobody}`,
      `0000-01-01T00:00:00.000000Z ${nobody}`,
      'x',
      '',
    ]) {
      const answer = await at.me.fetch(`/api/conversations?cursor=${Buffer.from(text).toString('base64url')}`);
      expect([text, answer.status]).toEqual([text, 400]);
    }
  });

  it('S4 conversations of another user return 404', async () => {
    say('secret');
    const { sent } = await at.me.ask('mine');
    const { conversation_id: id, run_id } = sent;
    const attempts: [string, string, unknown?][] = [
      ['GET', `/api/conversations/${id}`],
      ['PATCH', `/api/conversations/${id}`, { title: 'x' }],
      ['DELETE', `/api/conversations/${id}`],
      ['POST', `/api/conversations/${id}/messages`, { text: 'x' }],
      ['GET', `/api/runs/${run_id}/events`],
      ['POST', `/api/runs/${run_id}/stop`, {}],
      ['POST', `/api/runs/${run_id}/undo`, {}],
      ['POST', `/api/runs/${run_id}/approvals/${crypto.randomUUID()}`, { decision: 'approve' }],
      ['GET', '/api/conversations/null'],
      ['GET', '/api/conversations/..%2Fx'],
    ];
    for (const [method, path, json] of attempts) {
      const { status } = await at.other.fetch(path, { method, ...(json !== undefined && { json }) });
      expect([path, [400, 404].includes(status)]).toEqual([path, true]);
    }
    expect((await at.me.fetch(`/api/conversations/${id}`)).status).toBe(200);
  });

  it('invalid inputs are refused with a sentence, never with an internal error', async () => {
    const attachment = {
      id: 'a',
      kind: 'text',
      title: 't',
      content: 'c\nd',
      lineCount: 2,
      charCount: 3,
      createdAt: new Date().toISOString(),
    };
    const bodies = [
      {},
      { text: 1 },
      { text: '' },
      { text: 'x', parent_id: 'nope' },
      { text: 'x', attachments: [attachment, attachment, attachment, attachment] },
      { text: 'x', settings: { verbosity: 'loud' } },
      { text: 'x', settings: { reasoning: { kind: 'budget_tokens', tokens: -1 } } },
      { text: 'x', files: [{ id: 'f', path: 'w/../../etc/passwd' }] },
      { text: 'x', model: 'no-such-model' },
      { text: 'x', parent_id: crypto.randomUUID() },
      { text: 'x', extra: true },
    ];
    for (const json of bodies) {
      const response = await at.me.fetch('/api/conversations/new/messages', { json });
      expect([JSON.stringify(json), response.status]).toEqual([JSON.stringify(json), 400]);
      expect(((await response.json()) as any).detail).toEqual(expect.any(String));
    }
    for (const path of ['search?q=%00', '?q=a%00b'])
      expect([path, (await at.me.fetch(`/api/conversations/${path}`)).status]).toEqual([path, 400]);
    expect((await at.me.fetch('/api/conversations', { json: { title: 'a\u0000b' } })).status).toBe(400);
  });
});
