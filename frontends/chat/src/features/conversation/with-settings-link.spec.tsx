import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { WithSettingsLink } from './with-settings-link';

afterEach(cleanup);

it('MD-02 an error that the settings repair leads there', () => {
  const text = 'The provider does not accept the key. Check it in Settings, Your AI. It says: “no”';
  const { container } = render(
    <MemoryRouter>
      <WithSettingsLink text={text} />
    </MemoryRouter>,
  );
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Settings, Your AI' });
  expect(link.getAttribute('href')).toBe('/settings#your-ai');
  expect(container.textContent).toBe(text);
});

it('a limit that its reader has set leads to the people in the settings, one of the owner nowhere', () => {
  const show = (text: string) => render(<WithSettingsLink text={text} />, { wrapper: MemoryRouter });
  show('The limit of $1.00 a day that the owner pays for you is reached. The owner can raise it in Settings, People.');
  expect(screen.queryByRole('link')).toBeNull();
  show('The limit of $1.00 a day that you set for yourself is reached. You can raise it in Settings, People.');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Settings, People' });
  expect(link.getAttribute('href')).toBe('/settings#people');
});

it('MD-02 another error has no link', () => {
  render(
    <MemoryRouter>
      <WithSettingsLink text="The model stopped answering." />
    </MemoryRouter>,
  );
  expect(screen.queryByRole('link')).toBeNull();
});
