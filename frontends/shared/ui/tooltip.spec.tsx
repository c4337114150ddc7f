import { expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Tooltip, TooltipProvider } from './tooltip';

it.each([
  ['is shown on a button that has the focus by keyboard', true],
  ['is not shown on a button that got the focus back from a menu that was used by mouse', false],
])('%s', (_title, isVisible) => {
  render(
    <TooltipProvider>
      <Tooltip label="More">
        <button type="button">…</button>
      </Tooltip>
    </TooltipProvider>,
  );
  const button = screen.getByRole('button');
  // The simulated DOM does not know how the focus came.
  jest.spyOn(button, 'matches').mockReturnValue(isVisible);
  act(() => button.focus());
  expect(screen.queryAllByRole('tooltip')).toHaveLength(isVisible ? 1 : 0);
});
