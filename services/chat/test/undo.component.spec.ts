import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Answer } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());

const use = (tool: string, args: unknown) => (answer: Answer) => {
  answer.call(`c${crypto.randomUUID()}`, tool, args);
  answer.end('tool_calls');
};
const append = (file: string, content: string) =>
  use('edit_file', { target_file: file, operations: [{ type: 'append_line', content }] });
const shell = (cmd: string) => use('run_bash_command', { cmd });
const over = (answer: Answer) => {
  answer.text('done');
  answer.end();
};
const ask = async (...script: ((answer: Answer) => void)[]) => {
  at.provider.script(...script, over);
  const { sent, end } = await at.me.ask('please');
  return { runId: sent.run_id, conversationId: sent.conversation_id, receipt: end.receipt as any };
};
const act = (runId: string, what: 'undo' | 'redo') => at.me.json<any>(`/api/runs/${runId}/${what}`, { json: {} });
const text = (...names: string[]) => readFileSync(at.workspace(...names), 'utf8');

describe('undo of commands', () => {
  it('CH-11 brings back what a command deleted, replaced, renamed and made, and can be taken back', async () => {
    mkdirSync(at.workspace('shop', 'old', 'empty'), { recursive: true });
    writeFileSync(at.workspace('shop', 'old', 'plan.txt'), 'plan\n');
    writeFileSync(at.workspace('shop', 'prices.csv'), 'tea,4\n');
    writeFileSync(at.workspace('shop', 'run.sh'), 'echo\n');
    writeFileSync(at.workspace('shop', 'draft.md'), 'draft\n');
    symlinkSync('prices.csv', at.workspace('shop', 'latest'));
    chmodSync(at.workspace('shop', 'run.sh'), 0o600);

    const { runId, receipt } = await ask(
      shell(`cd shop && rm -rf old && sed -i s/4/5/ prices.csv && chmod 755 run.sh && mv draft.md final.md &&
        rm latest && mkdir new && echo made > new/a.txt && echo temporary > gone && rm gone`),
    );
    expect(receipt.files).toEqual([
      {
        root: 'w',
        path: ['shop', 'final.md'],
        kind: 'file',
        change: 'moved',
        from: { root: 'w', path: ['shop', 'draft.md'] },
      },
      { root: 'w', path: ['shop', 'latest'], kind: 'link', change: 'deleted' },
      { root: 'w', path: ['shop', 'new', 'a.txt'], kind: 'file', change: 'created' },
      { root: 'w', path: ['shop', 'old', 'empty'], kind: 'folder', change: 'deleted' },
      { root: 'w', path: ['shop', 'old', 'plan.txt'], kind: 'file', change: 'deleted' },
      { root: 'w', path: ['shop', 'prices.csv'], kind: 'file', change: 'modified' },
      { root: 'w', path: ['shop', 'run.sh'], kind: 'file', change: 'modified' },
    ]);
    expect(receipt.undo).toBe('available');

    expect(await act(runId, 'undo')).toMatchObject({ kept: [], kept_count: 0, undo: 'done' });
    expect(readdirSync(at.workspace('shop')).toSorted()).toEqual(['draft.md', 'latest', 'old', 'prices.csv', 'run.sh']);
    expect([text('shop', 'prices.csv'), text('shop', 'old', 'plan.txt')]).toEqual(['tea,4\n', 'plan\n']);
    expect(lstatSync(at.workspace('shop', 'old', 'empty')).isDirectory()).toBe(true);
    expect(readlinkSync(at.workspace('shop', 'latest'))).toBe('prices.csv');
    expect(statSync(at.workspace('shop', 'run.sh')).mode & 0o777).toBe(0o600);

    expect(await act(runId, 'redo')).toMatchObject({ kept: [], undo: 'available' });
    expect([text('shop', 'prices.csv'), text('shop', 'new', 'a.txt')]).toEqual(['tea,5\n', 'made\n']);
    expect(existsSync(at.workspace('shop', 'old'))).toBe(false);
    await act(runId, 'undo');
    expect(text('shop', 'prices.csv')).toBe('tea,4\n');
  });

  it('CH-11 answers are undone in any order, and what a later answer changed is kept', async () => {
    writeFileSync(at.workspace('both.txt'), '0\n');
    const first = await ask(shell('echo 1 > both.txt && echo 1 > first.txt'));
    const second = await ask(shell('echo 2 > both.txt'));
    expect(await act(first.runId, 'undo')).toMatchObject({
      restored: 1,
      kept: [{ path: ['both.txt'], reason: 'It was changed afterwards, so it was left as it is.' }],
    });
    expect([existsSync(at.workspace('first.txt')), text('both.txt')]).toEqual([false, '2\n']);
    await act(second.runId, 'undo');
    expect(text('both.txt')).toBe('1\n');
  });

  it('with everything kept says so and stays available', async () => {
    const { runId, conversationId } = await ask(shell('echo 1 > only.txt'));
    writeFileSync(at.workspace('only.txt'), 'mine\n');
    expect(await act(runId, 'undo')).toMatchObject({ restored: 0, kept_count: 1, undo: 'available' });
    const opened = await at.me.json<any>(`/api/conversations/${conversationId}`);
    expect(opened.messages[1].receipt.undo).toBe('available');
    expect((await at.me.fetch(`/api/runs/${runId}/redo`, { json: {} })).status).toBe(409);
  });

  const forgetRuns = () => {
    const history = new DatabaseSync(join(at.computer!.home, '.computer', 'history', 'index.db'));
    history.exec('delete from run');
    history.close();
  };

  it('an answer before which the files could not be kept offers no undo, which would take back others', async () => {
    const { receipt } = await ask(append('unkept.txt', 'x'), shell('echo 1 > unkept.txt'), (answer) => {
      forgetRuns();
      over(answer);
    });
    expect(receipt).toMatchObject({ files_unknown: true, undo: 'none', commands: [{ exit_code: 0 }] });
  });

  it('an answer whose files before are not kept any more says so', async () => {
    const { runId } = await ask(shell('echo 1 > forgotten.txt'));
    forgetRuns();
    const response = await at.me.fetch(`/api/runs/${runId}/undo`, { json: {} });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([409, 'chat.undo_expired']);
    expect(text('forgotten.txt')).toBe('1\n');
  });
});

describe('a receipt', () => {
  it('lists the commands that ran with their ends, and none that did not', async () => {
    const { receipt } = await ask(
      use('run_sequential_cmds', { cmd_list: ['echo one', 'exit 3', 'echo never'] }),
      use('run_parallel_cmds', { cmd_list: ['true', 'kill -9 $$'] }),
    );
    expect(receipt.commands).toEqual([
      { cmd: 'echo one', exit_code: 0 },
      { cmd: 'exit 3', exit_code: 3 },
      { cmd: 'true', exit_code: 0 },
      { cmd: 'kill -9 $$', exit_code: null },
    ]);
    expect(receipt).toMatchObject({ files: [], undo: 'none' });
  });

  it('lists what a stopped command had done', async () => {
    at.provider.script(shell('echo early > early.txt && tail -f /dev/null'));
    const sent = await at.me.send('please');
    while (!existsSync(at.workspace('early.txt'))) await new Promise((resolve) => setImmediate(resolve));
    await at.me.json(`/api/runs/${sent.run_id}/stop`, { json: {} });
    const { end } = await at.me.follow(sent.run_id);
    expect(end).toMatchObject({
      status: 'stopped',
      receipt: {
        files: [{ path: ['early.txt'], change: 'created' }],
        commands: [{ exit_code: null }],
        undo: 'available',
      },
    });
    await act(sent.run_id, 'undo');
    expect(existsSync(at.workspace('early.txt'))).toBe(false);
  });

  it('of a thousand files counts those that are not listed', async () => {
    const { runId, receipt } = await ask(shell('mkdir many && for n in $(seq 1 1000); do echo $n > many/$n.txt; done'));
    expect([receipt.files.length, receipt.more_files]).toEqual([200, 800]);
    expect(await act(runId, 'undo')).toMatchObject({ restored: 1000, kept_count: 0 });
    expect(existsSync(at.workspace('many'))).toBe(false);
  });
});

describe('undo, with changes by the user to the same files', () => {
  it('CH-11 keeps a file that was replaced by a folder, and still reverts the others', async () => {
    writeFileSync(at.workspace('first.txt'), 'first\n');
    writeFileSync(at.workspace('second.txt'), 'second\n');
    const { runId } = await ask(append('first.txt', 'x'), append('second.txt', 'x'));
    rmSync(at.workspace('first.txt'));
    mkdirSync(at.workspace('first.txt'));
    expect(await act(runId, 'undo')).toMatchObject({
      restored: 1,
      kept: [{ root: 'w', path: ['first.txt'], reason: expect.any(String) }],
    });
    expect(text('second.txt')).toBe('second\n');
  });
});
