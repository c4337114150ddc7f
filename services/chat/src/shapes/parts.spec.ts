import { expect, it } from '@jest/globals';
import { foldEvents, type RunEvent } from './parts.js';

const START: RunEvent = {
  type: 'tool.start',
  data: { call_id: 'c', tool: 'run_bash_command', args: {}, started_at: new Date(0).toISOString() },
};
const PRINTED: RunEvent = { type: 'tool.output', data: { call_id: 'c', stream: 'stdout', text: 'line 1\n' } };
const ended = (
  result: { type: 'text'; text: string } | { type: 'error'; message: string; code: string },
): RunEvent => ({
  type: 'tool.end',
  data: { call_id: 'c', state: result.type === 'error' ? 'error' : 'done', result, duration_ms: 1 },
});

it('CH-10 a stopped command keeps what it had printed; the result of another one has it', () => {
  const [stopped] = foldEvents([START, PRINTED, ended({ type: 'error', message: 'Stopped.', code: 'stopped' })]);
  expect(stopped).toMatchObject({ state: 'error', output: 'line 1\n' });
  const [done] = foldEvents([START, PRINTED, ended({ type: 'text', text: 'line 1' })]);
  expect(done).not.toHaveProperty('output');
});
