import { expect, it } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { GridHead } from './grid-head';
import type { Look } from './grid-row';

const nothing = () => undefined;
const LOOK: Look = {
  id: 'grid',
  columns: [{ name: 'status', type: 'text' }],
  edges: [0, 100],
  pinned: 40,
  isNarrow: true,
  from: 0,
  to: 0,
  rowPx: 28,
  word: '',
};

it('takes the focus back from its menu, unless the form of a filter was opened', async () => {
  render(
    <GridHead look={LOOK} sort={undefined} onSort={nothing} onFilter={nothing} onResize={nothing} onFit={nothing} />,
  );
  const head = screen.getByRole('button', { name: 'status' });
  const choose = async (item: string) => {
    fireEvent.keyDown(head, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  };
  await choose('Sort ascending');
  await waitFor(() => expect(document.activeElement).toBe(head));
  head.blur();
  await choose('Filter…');
  // A closed menu gives the focus back in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).not.toBe(head);
});
