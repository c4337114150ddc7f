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

it('MD-02 another error has no link', () => {
  render(
    <MemoryRouter>
      <WithSettingsLink text="The model stopped answering." />
    </MemoryRouter>,
  );
  expect(screen.queryByRole('link')).toBeNull();
});
