import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Answer } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());

const append = (file: string, content: string) => (answer: Answer) => {
  answer.call(`c${crypto.randomUUID()}`, 'edit_file', {
    target_file: file,
    operations: [{ type: 'append_line', content }],
  });
  answer.end('tool_calls');
};
const over = (answer: Answer) => {
  answer.text('done');
  answer.end();
};
const undo = (runId: string) => at.me.json<any>(`/api/runs/${runId}/undo`, { json: {} });
const text = (name: string) => readFileSync(at.workspace(name), 'utf8');

describe('undo, with changes by the user to the same files', () => {
  it('CH-11 restores what the user wrote between two changes of a run, not the content before it', async () => {
    writeFileSync(at.workspace('shared.txt'), 'before\n');
    at.provider.script(
      append('shared.txt', 'one'),
      (answer) => {
        writeFileSync(at.workspace('shared.txt'), 'written by the person\n');
        append('shared.txt', 'two')(answer);
      },
      append('shared.txt', 'three'),
      over,
    );
    const { sent } = await at.me.ask('please');
    expect(text('shared.txt')).toBe('written by the person\ntwo\nthree\n');
    expect((await undo(sent.run_id)).restored).toEqual([{ root: 'w', path: ['shared.txt'], change: 'restored' }]);
    expect(text('shared.txt')).toBe('written by the person\n');
  });

  it('CH-11 keeps a file that was replaced by a folder, and still reverts the others', async () => {
    writeFileSync(at.workspace('first.txt'), 'first\n');
    writeFileSync(at.workspace('second.txt'), 'second\n');
    at.provider.script(append('first.txt', 'x'), append('second.txt', 'x'), over);
    const { sent } = await at.me.ask('please');
    rmSync(at.workspace('first.txt'));
    mkdirSync(at.workspace('first.txt'));
    const undone = await undo(sent.run_id);
    expect(undone).toEqual({
      restored: [{ root: 'w', path: ['second.txt'], change: 'restored' }],
      kept: [{ root: 'w', path: ['first.txt'], reason: expect.any(String) }],
    });
    expect(text('second.txt')).toBe('second\n');
  });
});
