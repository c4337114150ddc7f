import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { api, Provider, store } from '@zo/web/store';
import type { ThemeChoice } from '@zo/web/theme';
import { Toaster, TooltipProvider } from '@zo/web/ui';
import { AppearanceSection } from './appearance-section';
import { APPEARANCE } from './messages';

const [realFetch, realMedia] = [globalThis.fetch, window.matchMedia];
beforeEach(() => {
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  window.matchMedia = realMedia;
  store.dispatch(api.util.resetApiState());
});

const LIGHT = { mode: 'light', preset: 'zo', custom: null } as unknown as ThemeChoice;
/** Fakes the server. Returns the looks that were saved; each waits until it is let through. */
function serve() {
  const saved: ThemeChoice[] = [];
  const waiting: (() => void)[] = [];
  globalThis.fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (!request.url.endsWith('/theme')) return Response.json({});
    const look = (await request.json()) as ThemeChoice;
    saved.push(look);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return Response.json(look);
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <TooltipProvider>
        <AppearanceSection theme={LIGHT} />
        <Toaster mode="light" />
      </TooltipProvider>
    </Provider>,
  );
  return { saved, waiting };
}
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Accent hue' });
const move = (value: number) => fireEvent.change(slider(), { target: { value } });

it('AP-01 colours of light stay while those of dark are tuned, and what is moved while they are saved', async () => {
  const { saved, waiting } = serve();
  move(12);
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Dark' }));
  await screen.findByText('Your own colours, dark');
  move(200);
  fireEvent.click(screen.getByRole('button', { name: 'Save look' }));
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(saved).toMatchObject([{ mode: 'dark', custom: { light: { accent: 12 }, dark: { accent: 200 } } }]);
  move(201);
  waiting[0]!();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save look' })).toHaveProperty('disabled', false));
  expect(slider().value).toBe('201');
  fireEvent.click(screen.getByRole('button', { name: 'Save look' }));
  await waitFor(() => expect(saved[1]).toMatchObject({ custom: { light: { accent: 12 }, dark: { accent: 201 } } }));
  waiting[1]!();
});

it('AP-01 own colours that a preset replaced before they were saved are put back', async () => {
  const { saved, waiting } = serve();
  move(12);
  fireEvent.click(screen.getByRole('button', { name: 'Next preset' }));
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(saved).toMatchObject([{ custom: null }]);
  waiting[0]!();
  fireEvent.click(await screen.findByRole('button', { name: APPEARANCE.undo }));
  expect(slider().value).toBe('12');
  expect(screen.getByText('These colours are not saved yet.')).toBeDefined();
});
