import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ImageSource } from './image-source';
import { OutputView } from './notebook/output';

afterEach(cleanup);

it('the source of an image that failed is shown, in full as its title', () => {
  render(<ImageSource address="Images/a%20plan.png" />);
  expect(screen.getByText('Images/a%20plan.png').title).toBe('Images/a%20plan.png');
});

it('of an image within a notebook that failed only its type is shown', () => {
  render(<OutputView output={{ kind: 'image', address: 'data:image/png;base64,AAAA', alt: 'Plot' }} />);
  fireEvent.error(screen.getByRole('img', { name: 'Plot' }));
  screen.getByText('Failed to load image');
  expect(screen.getByText('image/png').title).toBe('image/png');
  expect(document.body.innerHTML).not.toContain('AAAA');
});
