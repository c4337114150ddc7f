import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BY_USER, Computers, toAgentPath } from '@zo/computer-client';
import { type FakeSearch, startFakeSearch } from '../../../infra/testing/product/fake-search.js';
import type { Script } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';
import { fine } from './scripted.js';

let at: Harness;
let search: FakeSearch;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  search = await startFakeSearch('tavily');
  const json = { kind: 'tavily', base_url: search.url, api_key: search.key };
  await at.me.json('/api/web-search', { method: 'PUT', json });
});
afterAll(async () => {
  await search.stop();
  await at.stop();
});

interface Made {
  chat: { id: string; title: string | null };
  run_id: string;
  was_there: boolean;
  changed_since: boolean;
  sources: { kind: string; name: string; file_path?: string }[];
  more: number;
}
const fetchMade = (path: string) => at.me.fetch(`/api/conversations/provenance?file_path=${encodeURIComponent(path)}`);
const madeOf = async (path: string) => ((await (await fetchMade(path)).json()) as { made: Made | null }).made;

const write = (path: string, text: string) =>
  at.service.service.app
    .get(Computers)
    .use({ userId: at.userId, owner: true, actor: 'human', requestId: 'test' }, (computer) =>
      computer.files.write({
        path: toAgentPath({ root: 'w', path: path.split('/') }),
        content: Buffer.from(text),
        base: { base: { case: 'any', value: true } },
        createParents: true,
        cause: BY_USER,
      }),
    );
const calls =
  (...asked: [tool: string, args: object][]): Script =>
  (answer) => {
    for (const [tool, args] of asked) answer.call(`c-${crypto.randomUUID()}`, tool, args);
    answer.end('tool_calls');
  };

describe('the file that an answer wrote', () => {
  it('names its run, and each of its sources once', async () => {
    await write('notes.md', 'one\n');
    await write('plan.md', 'two\n');
    at.provider.script(
      calls(
        ['read_file', { target_file: 'notes.md' }],
        ['read_file', { target_file: 'notes.md' }],
        ['read_file', { target_file: 'absent.md' }],
        ['web_search', { query: 'tides' }],
        ['read_webpage', { url: `${at.provider.url}/page` }],
      ),
      calls(['create_or_rewrite_file', { target_file: 'report.md', content: 'three\n' }]),
      calls(['read_file', { target_file: 'report.md' }]),
      fine,
    );
    const { sent } = await at.me.ask('write it', { files: [{ id: 'f', path: 'w/plan.md' }] });
    const made = await madeOf('w/report.md');
    expect(made).toMatchObject({
      chat: { id: sent.conversation_id, title: 'write it' },
      run_id: sent.run_id,
      was_there: false,
      changed_since: false,
      more: 0,
    });
    expect(made!.sources).toEqual([
      { kind: 'file', name: '~/workspace/plan.md', file_path: 'w/plan.md' },
      { kind: 'file', name: '~/workspace/notes.md', file_path: 'w/notes.md' },
      { kind: 'search', name: 'tides' },
    ]);
    expect(await madeOf('w/notes.md')).toBeNull();
    expect(await madeOf('w/absent.md')).toBeNull();
  });

  it('says that it was there before, and that somebody changed it since', async () => {
    await write('own.md', 'one\n');
    at.provider.script(
      calls(['read_file', { target_file: 'own.md' }]),
      calls([
        'edit_file',
        {
          target_file: 'own.md',
          operations: [{ type: 'append_line', content: 'two' }],
        },
      ]),
      fine,
    );
    await at.me.ask('go');
    expect(await madeOf('w/own.md')).toMatchObject({ was_there: true, changed_since: false, sources: [] });
    await write('own.md', 'three\n');
    expect(await madeOf('w/own.md')).toMatchObject({ was_there: true, changed_since: true });
  });

  it('is known by the run that wrote it last, also by a command', async () => {
    at.provider.script(calls(['run_bash_command', { cmd: 'echo one > made.txt' }]), fine);
    const first = await at.me.ask('first');
    at.provider.script(calls(['read_file', { target_file: 'made.txt' }]), fine);
    await at.me.ask('only read', { id: first.sent.conversation_id });
    expect(await madeOf('w/made.txt')).toMatchObject({ run_id: first.sent.run_id, was_there: false });
  });

  it('is bounded', async () => {
    const files = Array.from({ length: 60 }, (_, index) => `many/${index}.txt`);
    for (const file of files) await write(file, 'x');
    const read = files.map((target_file): [string, object] => ['read_file', { target_file }]);
    at.provider.script(
      calls(...read),
      calls(['create_or_rewrite_file', { target_file: 'sum.md', content: 'sum' }]),
      fine,
    );
    await at.me.ask('go');
    const made = await madeOf('w/sum.md');
    expect(made!.sources).toHaveLength(50);
    expect(made!.more).toBe(10);
  });

  it('is of its user only, forgets a chat that is deleted, and refuses what is no file', async () => {
    at.provider.script(calls(['create_or_rewrite_file', { target_file: 'gone.md', content: 'x' }]), fine);
    const { sent } = await at.me.ask('go');
    expect(await madeOf('w/gone.md')).not.toBeNull();
    expect((await at.other.fetch('/api/conversations/provenance?file_path=w/gone.md')).ok).toBe(false);
    await at.me.fetch(`/api/conversations/${sent.conversation_id}`, { method: 'DELETE' });
    expect(await madeOf('w/gone.md')).toBeNull();
    expect((await fetchMade('w/../x')).status).toBe(404);
    expect((await at.me.fetch('/api/conversations/provenance')).status).toBe(400);
  });
});
