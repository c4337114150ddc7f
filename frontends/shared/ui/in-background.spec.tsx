import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { inBackground } from './in-background';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('asks again for its code while it cannot be loaded, and no more once it is gone', async () => {
  jest.useFakeTimers();
  let [asked, isDown] = [0, true];
  const Part = inBackground(async () => {
    asked++;
    if (isDown) throw new Error('the line is down');
    return () => <p>here</p>;
  });
  const { unmount } = render(<Part />);
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(asked).toBeGreaterThan(2);
  expect(screen.queryByText('here')).toBeNull();
  isDown = false;
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText('here')).toBeTruthy();
  unmount();

  isDown = true;
  const other = render(<Part />);
  await act(() => jest.advanceTimersByTimeAsync(0));
  other.unmount();
  const before = asked;
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(asked).toBe(before);
});
