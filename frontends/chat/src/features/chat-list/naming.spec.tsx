import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { api, Provider, store } from '@zo/web/store';
import { Toaster } from '@zo/web/ui';
import { useChatFoldersQuery } from '../../api/places.endpoints';
import { Naming } from './naming';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

function Shown() {
  const { data } = useChatFoldersQuery();
  if (!data) return null;
  return <Naming named={{ kind: 'folder', name: 'Work', box: new DOMRect() }} onClose={() => undefined} />;
}

it('CH-13 a folder that is renamed to the name of another says that both are joined', async () => {
  const folders = ['Home', 'Work'].map((name) => ({ name, chats: 1 }));
  globalThis.fetch = (async () => Response.json({ folders })) as typeof fetch;
  render(
    <Provider store={store}>
      <Shown />
      <Toaster mode="light" />
    </Provider>,
  );
  const name = await screen.findByRole<HTMLInputElement>('textbox');
  await waitFor(() => expect(name.value).toBe('Work'));
  fireEvent.change(name, { target: { value: 'Home' } });
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  await screen.findByText('The chats of “Work” are in “Home” now.');
});
