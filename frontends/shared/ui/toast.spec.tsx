import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { toast, Toaster } from './toast';

it('shows what was said before its code arrived, with what replaced it', async () => {
  const id = toast.loading('Counting');
  toast.success('Counted', { id });
  toast.error('Not saved');
  render(<Toaster mode="light" />);
  await screen.findByText('Counted');
  await screen.findByText('Not saved');
  expect(screen.queryByText('Counting')).toBeNull();
});
