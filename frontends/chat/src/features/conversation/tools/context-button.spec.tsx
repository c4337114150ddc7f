import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { api, Provider, store } from '@zo/web/store';
import { TooltipProvider } from '@zo/web/ui';
import { ContextButton } from './context-button';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

async function openWith(kind: 'files' | 'words') {
  const step = { parts: [{ kind, count: 1, tokens: 20 }], input_tokens: 20, output_tokens: 5 };
  globalThis.fetch = (async () => Response.json({ steps: [step] })) as typeof fetch;
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ContextButton runId={kind} />
      </TooltipProvider>
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'What the model was sent' }));
  await screen.findByText(/The provider counted 20 tokens/);
}

it('says of which time the files are, where there are any', async () => {
  await openWith('files');
  screen.getByText('Files of the last message were read when this answer began.');
  cleanup();
  await openWith('words');
  expect(screen.queryByText(/were read when this answer began/)).toBeNull();
});
