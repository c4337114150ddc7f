import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../infra/testing/product/fake-provider.js';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';
import { askScripted, fine } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());
beforeEach(() => rmSync(at.workspace('Diagrams'), { recursive: true, force: true }));

async function draw(args: object) {
  const answer = await askScripted(
    at,
    (model: Answer) => {
      model.call('d', 'generate_d2_diagram', args);
      model.end('tool_calls');
    },
    fine,
  );
  return { ...answer, call: answer.parts.find((part): part is ToolPart => part.type === 'tool')! };
}

describe('TL-01 generate_d2_diagram', () => {
  it('TL-01 TL-02 answers the drawing; its code is beside it, and both are on the receipt and undone', async () => {
    const code = 'Harbour -> Ship: loads\nShip -> Bergen';
    const { call, end, sent } = await draw({ code, file_stem: 'route.svg' });
    expect(call).toMatchObject({
      state: 'done',
      result: { type: 'file_ref', path: 'w/Diagrams/route.svg', media_type: 'image/svg+xml', label: 'route.svg' },
    });
    expect(readFileSync(at.workspace('Diagrams', 'route.svg'), 'utf8')).toMatch(/^<svg [\s\S]*>Harbour</);
    expect(readFileSync(at.workspace('Diagrams', 'route.d2'), 'utf8')).toBe(code);
    expect(end.receipt!.files.map(({ path, change }) => [path.join('/'), change]).toSorted()).toEqual([
      ['Diagrams/route.d2', 'created'],
      ['Diagrams/route.svg', 'created'],
    ]);
    await at.me.json(`/api/runs/${sent.run_id}/undo`, { json: {} });
    expect(existsSync(at.workspace('Diagrams'))).toBe(false);
  });

  it('TL-01 TL-02 says in which line a mistake is, and keeps the code', async () => {
    const { call } = await draw({ code: 'a -> b\nc -> {', file_stem: 'plan', output_dir: 'Diagrams/new' });
    expect(call.result).toEqual({
      type: 'error',
      code: 'invalid_diagram',
      message: 'Line 2: connection missing destination. The code is in ~/workspace/Diagrams/new/plan.d2.',
    });
    expect(readdirSync(at.workspace('Diagrams', 'new'))).toEqual(['plan.d2']);
  });

  it.each([
    ['a folder outside', 'outside_home', { output_dir: '../..' }],
    ['a name with folders', 'invalid', { file_stem: '../a' }],
    ['no code', 'invalid', { code: ' ' }],
  ])('TL-01 with %s writes nothing', async (_, code, more) => {
    const { call } = await draw({ code: 'a -> b', file_stem: 'a', ...more });
    expect(call.result).toMatchObject({ type: 'error', code });
    expect(existsSync(at.workspace('Diagrams'))).toBe(false);
  });
});
