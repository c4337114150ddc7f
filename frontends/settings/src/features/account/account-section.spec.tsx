import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { Provider, store } from '@zo/web/store';
import { PasswordForm } from './account-section';

afterEach(cleanup);

it('says before a password is changed that tokens go on working, and where to revoke them', () => {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <PasswordForm />
      </MemoryRouter>
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  screen.getByText(/Tokens that you made go on working/);
  expect(screen.getByRole('link', { name: 'Programs' }).getAttribute('href')).toBe('/settings/programs');
});
