import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider, store } from '@zo/web/store';
import type { ToolPart } from '../../../api/types';
import { ApprovalCard } from './approval-card';

afterEach(cleanup);

function show(tool: string, until?: string) {
  const part: ToolPart = {
    type: 'tool',
    call_id: 'c',
    tool,
    args: { instruction: 'say hi' },
    state: 'approval',
    approval: { id: 'a', reason: 'This lets Zo act again and again.', ...(until && { until }) },
  };
  render(
    <Provider store={store}>
      <ApprovalCard part={part} runId="r" />
    </Provider>,
  );
}

it('CH-10 a schedule is asked about as a schedule, with the time until when the question waits', () => {
  const today = new Date();
  today.setHours(23, 59, 0, 0);
  show('create_scheduled_task', today.toISOString());
  screen.getByRole('heading', { name: 'Make this schedule?' });
  screen.getByRole('button', { name: 'Make it' });
  screen.getByText('Waits until today, 23:59, then Zo goes on without.');
});

it('CH-10 a question of an earlier version does not say how long it waits', () => {
  show('unheard_of');
  screen.getByRole('heading', { name: 'Allow this?' });
  expect(screen.queryByText(/Waits until/)).toBeNull();
});
