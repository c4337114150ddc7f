import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import { ComputerSection } from './computer-section';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

describe('the computer in the settings', () => {
  it('says why it cannot be shown, and is shown once it can', async () => {
    let isAway = true;
    const detail = 'Something went wrong. Try again.';
    const computer = { state: 'asleep', sandboxed: true };
    globalThis.fetch = (async () =>
      new Response(JSON.stringify(isAway ? { code: 'internal', detail } : computer), {
        status: isAway ? 500 : 200,
        headers: { 'content-type': 'application/json' },
      })) as typeof fetch;
    render(
      <Provider store={store}>
        <TooltipProvider>
          <MemoryRouter>
            <ComputerSection />
          </MemoryRouter>
        </TooltipProvider>
      </Provider>,
    );
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Wake it' })).toBeNull();
    isAway = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Wake it' })).toBeTruthy();
    expect(screen.queryByText(detail)).toBeNull();
  });
});
