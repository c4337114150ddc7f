import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ListingStatus } from './listing-status';
import { EMPTY_SELECTION } from './selection';

const BY_NAME = { by: 'name', descending: false } as const;

it('tells how many rows are selected, and an order that was chosen', () => {
  const { rerender } = render(<ListingStatus listing={{ selection: EMPTY_SELECTION, sort: BY_NAME }} />);
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  const sort = { by: 'mtime', descending: true } as const;
  rerender(<ListingStatus listing={{ selection: EMPTY_SELECTION, sort }} />);
  expect(status.textContent).toBe('Sorted by Modified, descending');
  const names = new Set(Array.from({ length: 1_200 }, (_none, n) => `${n}`));
  rerender(<ListingStatus listing={{ selection: { ...EMPTY_SELECTION, names }, sort }} />);
  expect(status.textContent).toBe('1,200 selected');
});
