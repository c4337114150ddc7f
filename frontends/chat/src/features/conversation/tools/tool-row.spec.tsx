import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import type { ToolPart } from '../../../api/types';
import { ToolRow } from './tool-row';

afterEach(cleanup);

const show = (part: Partial<ToolPart> & Pick<ToolPart, 'tool' | 'args'>) =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <ToolRow part={{ type: 'tool', call_id: 'c', state: 'done', ...part }} />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );

it('CH-10 a call that its user stopped has not failed', () => {
  const result = { type: 'error' as const, message: 'Stopped while it ran.', code: 'stopped' };
  show({ tool: 'ask_user', args: { question: 'Which?' }, state: 'error', result });
  screen.getByLabelText('Stopped');
  screen.getByText('Which?');
  expect(screen.queryByText('Could not ask')).toBeNull();
});

it('CH-10 a question stands beside its answer', () => {
  show({ tool: 'ask_user', args: { question: 'Which hotel?' }, result: { type: 'text', text: 'Adler' } });
  screen.getByText('Asked');
  screen.getByText('Which hotel?');
  screen.getByText('Adler');
});
