import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());
beforeEach(() => writeFileSync(at.workspace('poem.txt'), 'roses\nviolets\nsugar\n'));

/** Lets the model make these calls, one per step, and returns their parts. */
async function call(calls: [tool: string, args: unknown][], id = 'new') {
  at.provider.script(
    ...calls.map(([tool, args], index) => (answer: any) => {
      answer.call(`call-${index}`, tool, args);
      answer.end('tool_calls');
    }),
    (answer) => {
      answer.text('done');
      answer.end();
    },
  );
  const answer = await at.me.ask('please', { id });
  return { ...answer, tools: answer.parts.filter((part): part is ToolPart => part.type === 'tool') };
}

const one = async (tool: string, args: unknown) => (await call([[tool, args]])).tools[0]!;
const text = (name: string) => readFileSync(at.workspace(name), 'utf8');

describe('TL-01 the tools of the catalogue, TL-02 their results', () => {
  it('TL-01 read_file returns text, ranges of lines, and file_ref for media', async () => {
    expect((await one('read_file', { target_file: 'poem.txt' })).result).toEqual({
      type: 'text',
      text: 'roses\nviolets\nsugar',
    });
    expect(
      (await one('read_file', { target_file: '~/workspace/poem.txt', line_range: { start: 2, end: 2 } })).result,
    ).toEqual({ type: 'text', text: '(lines 2–2 of 3)\nviolets' });
    writeFileSync(at.workspace('dot.png'), Buffer.from([0x89, 0x50]));
    expect((await one('read_file', { target_file: 'dot.png' })).result).toEqual({
      type: 'file_ref',
      path: 'w/dot.png',
      media_type: 'image/png',
      label: 'dot.png',
      note: expect.stringMatching(/^It has 2 bytes\. This model takes no pictures/),
    });
    expect((await one('read_file', { target_file: 'none.txt' })).result).toMatchObject({
      type: 'error',
      code: 'not_found',
    });
  });

  it('TL-01 read_file stays inside the home', async () => {
    for (const path of ['/etc/passwd', '../../etc/passwd', '~/.ssh/id_rsa', 'a/../../../x', '/home/ada/.bashrc']) {
      expect((await one('read_file', { target_file: path })).result).toMatchObject({
        type: 'error',
        code: 'outside_home',
      });
    }
  });

  it('TL-01 create_or_rewrite_file creates folders, refuses to overwrite unread files, rewrites read ones', async () => {
    const created = await call([['create_or_rewrite_file', { target_file: 'deep/er/new.md', content: '# Hi\n' }]]);
    expect(created.tools[0]!.result).toEqual({ type: 'text', text: 'Created ~/workspace/deep/er/new.md (1 line).' });
    expect(text('deep/er/new.md')).toBe('# Hi\n');
    expect(created.end.receipt).toMatchObject({
      files: [{ root: 'w', path: ['deep', 'er', 'new.md'], change: 'created' }],
      undo: 'available',
    });
    const { tools } = await call([
      ['create_or_rewrite_file', { target_file: 'poem.txt', content: 'x' }],
      ['read_file', { target_file: 'poem.txt' }],
      ['create_or_rewrite_file', { target_file: 'poem.txt', content: 'new\n' }],
    ]);
    expect(tools.map(({ result }) => (result!.type === 'error' ? result!.code : 'fine'))).toEqual([
      'not_read',
      'fine',
      'fine',
    ]);
    expect(text('poem.txt')).toBe('new\n');
  });

  it('TL-01 a file the user changed after it was read is not overwritten', async () => {
    const { sent } = await call([['read_file', { target_file: 'poem.txt' }]]);
    writeFileSync(at.workspace('poem.txt'), 'mine\n');
    const { tools } = await call(
      [['create_or_rewrite_file', { target_file: 'poem.txt', content: 'x' }]],
      sent.conversation_id,
    );
    expect(tools[0]!.result).toMatchObject({ type: 'error', code: 'conflict' });
    expect(text('poem.txt')).toBe('mine\n');
  });

  it('TL-01 edit_file has replace_block, insert_after, insert_before, delete_block and append_line', async () => {
    const operations = [
      { type: 'replace_block', old_block: 'violets', new_block: 'tulips' },
      { type: 'insert_after', anchor: 'roses', content: 'lilies' },
      { type: 'insert_before', anchor: 'roses', content: 'top' },
      { type: 'delete_block', block: 'sugar\n' },
      { type: 'append_line', content: 'end' },
    ];
    expect((await one('edit_file', { target_file: 'poem.txt', operations })).result).toEqual({
      type: 'text',
      text: 'Changed ~/workspace/poem.txt (5 operations).',
    });
    expect(text('poem.txt')).toBe('top\nroses\nlilies\ntulips\nend\n');
  });

  it('TL-01 edit_file changes nothing if one operation does not apply', async () => {
    const ambiguous = await one('edit_file', {
      target_file: 'poem.txt',
      operations: [
        { type: 'append_line', content: 'x' },
        { type: 'delete_block', block: 's' },
      ],
    });
    expect(ambiguous.result).toMatchObject({ type: 'error', code: 'ambiguous' });
    expect(
      (await one('edit_file', { target_file: 'poem.txt', operations: [{ type: 'delete_block', block: 'thorns' }] }))
        .result,
    ).toMatchObject({ code: 'not_in_file' });
    expect(text('poem.txt')).toBe('roses\nviolets\nsugar\n');
  });

  it('TL-01 edit_file keeps the line endings of the file', async () => {
    writeFileSync(at.workspace('dos.txt'), 'a\r\nb\r\n');
    await one('edit_file', {
      target_file: 'dos.txt',
      operations: [{ type: 'insert_after', anchor: 'a', content: 'x\ny' }],
    });
    expect(text('dos.txt')).toBe('a\r\nx\r\ny\r\nb\r\n');
  });

  it('TL-01 grep_search finds text, patterns and names', async () => {
    mkdirSync(at.workspace('sub'), { recursive: true });
    writeFileSync(at.workspace('sub', 'needle.md'), 'a Haystack\nneedle 42\n');
    expect((await one('grep_search', { query: 'needle 4', location: 'sub' })).result).toEqual({
      type: 'list',
      items: ['~/workspace/sub/needle.md:2: needle 42'],
    });
    expect(
      (await one('grep_search', { query: 'needle \\d+', search_kind: 'regex', include_pattern: '*.md' })).result,
    ).toMatchObject({ type: 'list' });
    expect((await one('grep_search', { query: 'haystack', case_sensitive: true })).result).toEqual({
      type: 'text',
      text: 'No matches.',
    });
    // The computer's index of names follows its disk with a delay.
    const named = await eventually(async () => {
      const { result } = await one('grep_search', { query: 'needle', search_kind: 'file_name' });
      return result?.type === 'list' && result;
    });
    expect(named.items).toEqual(['~/workspace/sub/needle.md']);
  });

  it('TL-01 run_bash_command returns output and exit code, and streams output while it runs', async () => {
    const { tools, events } = await call([['run_bash_command', { cmd: 'echo out; echo err >&2; exit 3' }]]);
    expect(tools[0]!.result).toEqual({
      type: 'text',
      text: expect.stringMatching(/^(out\nerr|err\nout)\n\(exit code 3\)$/),
    });
    expect(events.some(({ type }) => type === 'tool.output')).toBe(true);
    expect((await one('run_bash_command', { cmd: 'pwd', cwd: 'sub' })).result).toMatchObject({ type: 'text' });
  });

  it('TL-01 run_sequential_cmds stops at the first failure, run_parallel_cmds runs all', async () => {
    expect((await one('run_sequential_cmds', { cmd_list: ['echo 1', 'false', 'echo 3'] })).result).toEqual({
      type: 'list',
      items: ['1', '(exit code 1)', '(1 more not run)'],
    });
    expect((await one('run_parallel_cmds', { cmd_list: ['sleep 0.2; echo a', 'echo b', 'false'] })).result).toEqual({
      type: 'list',
      items: ['a', 'b', '(exit code 1)'],
    });
  });

  it('TL-02 invalid arguments and unknown tools return errors the model can act on', async () => {
    expect((await one('read_file', { file: 'x' })).result).toMatchObject({ type: 'error', code: 'invalid' });
    expect((await one('format_disk', {})).result).toMatchObject({ type: 'error', code: 'out_of_scope' });
    expect((await one('read_file', '{"target_file": "po')).result).toMatchObject({ type: 'error', code: 'invalid' });
  });

  it('TL-01 long output is marked where its middle is left out', async () => {
    const { result } = await one('run_bash_command', { cmd: 'seq 1 60000' });
    const { text: output } = result as { text: string };
    const [head, tail, ...more] = output.split(/\n… \(\d+ bytes are left out here\) …\n/);
    expect([head!.slice(0, 4), tail!.slice(-6), more]).toEqual(['1\n2\n', '\n60000', []]);
  });

  it('TL-02 repeating the same call is refused eventually', async () => {
    const { tools } = await call(
      Array.from({ length: 7 }, () => ['run_bash_command', { cmd: 'echo again' }] as [string, unknown]),
    );
    expect(tools.map(({ result }) => result!.type)).toEqual(['text', 'text', 'text', 'text', 'text', 'error', 'error']);
  });

  it('TL-02 an answer that only repeats a call is ended with a sentence', async () => {
    const { tools, end } = await call(
      Array.from({ length: 20 }, () => ['run_bash_command', { cmd: 'echo endless' }] as [string, unknown]),
    );
    expect(tools).toHaveLength(8);
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('over and over') });
  });
});

describe('receipt and undo', () => {
  it('restores changed files, removes created ones, keeps those the user has changed since', async () => {
    writeFileSync(at.workspace('kept.txt'), 'before\n');
    const { sent, end } = await call([
      ['create_or_rewrite_file', { target_file: 'made.txt', content: 'made\n' }],
      ['edit_file', { target_file: 'poem.txt', operations: [{ type: 'append_line', content: 'one' }] }],
      ['edit_file', { target_file: 'poem.txt', operations: [{ type: 'append_line', content: 'two' }] }],
      ['edit_file', { target_file: 'kept.txt', operations: [{ type: 'append_line', content: 'x' }] }],
      ['run_bash_command', { cmd: 'echo hi' }],
    ]);
    expect(end.receipt).toMatchObject({
      commands: [{ cmd: 'echo hi', exit_code: 0 }],
      undo: 'available',
      files: [
        { path: ['kept.txt'], change: 'modified' },
        { path: ['made.txt'], change: 'created' },
        { path: ['poem.txt'], change: 'modified' },
      ],
    });
    writeFileSync(at.workspace('kept.txt'), 'the person was here\n');
    const undone = await at.me.json<any>(`/api/runs/${sent.run_id}/undo`, { json: {} });
    expect(undone).toEqual({
      restored: 2,
      kept: [{ root: 'w', path: ['kept.txt'], reason: 'It was changed afterwards, so it was left as it is.' }],
      kept_count: 1,
      undo: 'done',
    });
    expect(existsSync(at.workspace('made.txt'))).toBe(false);
    expect(text('poem.txt')).toBe('roses\nviolets\nsugar\n');
    expect(text('kept.txt')).toBe('the person was here\n');
    const again = await at.me.fetch(`/api/runs/${sent.run_id}/undo`, { json: {} });
    expect(again.status).toBe(409);
    const opened = await at.me.json<any>(`/api/conversations/${sent.conversation_id}`);
    expect(opened.messages[1].receipt.undo).toBe('done');
  });
});
