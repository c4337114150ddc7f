import { expect, it } from '@jest/globals';
import type { BranchMessage } from '../messages/messages.repository.js';
import { presentShared } from './shared-chat.presenter.js';

const call = (state: 'done' | 'error' | 'denied') => ({
  type: 'tool',
  call_id: state,
  tool: 'edit_file',
  args: {},
  state,
});

it('a visitor is told which tools did not run', () => {
  const parts = [call('done'), call('error'), call('denied')];
  const answer = { role: 'assistant', text: '', parts, files: [], attachments: [] } as unknown as BranchMessage;
  expect(presentShared(answer).parts).toEqual([
    { type: 'tool', tool: 'edit_file' },
    { type: 'tool', tool: 'edit_file', failed: true },
    { type: 'tool', tool: 'edit_file', failed: true },
  ]);
});
