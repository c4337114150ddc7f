import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Script } from '../../../infra/testing/product/fake-provider.js';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';
import { askScripted, fine } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());

const PROGRAM = `${Array.from({ length: 2_000 }, (_, line) => `const line${line} = ${line};`).join('\n')}\n`;
beforeEach(() => writeFileSync(at.workspace('program.ts'), PROGRAM));
const program = () => readFileSync(at.workspace('program.ts'), 'utf8');

const edit: Script = (answer) => {
  answer.call('e', 'edit_file_llm', {
    target_file: 'program.ts',
    instructions: 'Call the first line zero.',
    code_edit: 'const zero = 0;\n// ... existing code ...',
  });
  answer.end('tool_calls');
};
const writes =
  (text: string): Script =>
  (answer) => {
    answer.text(text);
    answer.end();
  };

async function edited(...scripts: Script[]) {
  const answer = await askScripted(at, edit, ...scripts, fine);
  return { ...answer, part: answer.parts.find((part): part is ToolPart => part.type === 'tool')! };
}

describe('edit_file_llm', () => {
  it('TL-01 lets the model apply a sketch to a file, and undo takes it back', async () => {
    const changed = PROGRAM.replace('const line0', 'const zero');
    const { part, end, sent, asked } = await edited(writes(`<file>\n${changed}</file>`));
    expect(part).toMatchObject({ state: 'done', result: { text: expect.stringContaining('Changed') } });
    expect(program()).toBe(changed);
    expect(asked).toBe(3);
    const apart = at.provider.requests[1]!.request as any;
    expect(apart.tools ?? []).toEqual([]);
    expect(apart.messages.at(-1).content).toContain('<sketch>\nconst zero = 0;');
    expect(end.receipt).toMatchObject({ files: [{ path: ['program.ts'], change: 'modified' }], undo: 'available' });
    await at.me.json(`/api/runs/${sent.run_id}/undo`, { json: {} });
    expect(program()).toBe(PROGRAM);
  });

  it('leaves the file as it was if the model writes none, or half of one', async () => {
    for (const answer of ['I changed it.', `<file>\n${PROGRAM.slice(0, 100)}`]) {
      const { part, end } = await edited(writes(answer));
      expect(part).toMatchObject({ state: 'error', result: { code: 'not_applied' } });
      expect(end).toMatchObject({ status: 'complete', receipt: { files: [] } });
      expect(program()).toBe(PROGRAM);
    }
  });

  it('says what the provider said when it refuses, and the answer goes on', async () => {
    const { part, end } = await edited((answer) => answer.status(400, {}, { error: { message: 'no more today' } }));
    expect(part).toMatchObject({ state: 'error', result: { code: 'model_failed' } });
    expect(JSON.stringify(part.result)).toContain('no more today');
    expect(end.status).toBe('complete');
    expect(program()).toBe(PROGRAM);
  });

  it('does not send a file that is too long, and overwrites nothing that changed meanwhile', async () => {
    const long = await edited((answer) => {
      writeFileSync(at.workspace('program.ts'), 'of another\n');
      answer.text(`<file>\n${PROGRAM}// more\n</file>`);
      answer.end();
    });
    expect(long.part.result).toMatchObject({ code: 'conflict' });
    expect(program()).toBe('of another\n');
    writeFileSync(at.workspace('program.ts'), 'x'.repeat(60_001));
    const { part, asked } = await edited();
    expect(part.result).toMatchObject({ code: 'too_large' });
    expect(asked).toBe(2);
  });
});
