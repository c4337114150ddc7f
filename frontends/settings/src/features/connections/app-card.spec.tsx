import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import type { ConnectedApp } from '../../api/connections.endpoints';
import { AppCard } from './app-card';
import { CONNECTIONS } from './messages';

const APP: ConnectedApp = {
  app_slug: 'gmail',
  display_name: 'Gmail',
  connected: true,
  about: '',
  state: 'ok',
  account: 'ada@example.com',
  error: null,
  tools: [],
  reading: true,
  writing: false,
  writing_asks_for: null,
};
const show = (app: Partial<ConnectedApp>) =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <AppCard app={{ ...APP, ...app }} isOwner={false} onSetUp={() => undefined} />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );

it('IM-01 a card whose client is refused says so, and offers no reconnecting, which would not help', () => {
  show({ state: 'client_refused', error: 'Gmail does not take the client' });
  expect(screen.getByText(CONNECTIONS.clientRefused).getAttribute('title')).toBe('Gmail does not take the client');
  expect(screen.queryByText('ada@example.com', { exact: false })).toBeNull();
  expect(screen.queryByRole('button', { name: CONNECTIONS.connectTo('Gmail') })).toBeNull();
});
