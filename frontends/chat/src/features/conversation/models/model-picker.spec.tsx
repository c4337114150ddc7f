import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { Toaster, TooltipProvider } from '@zo/web/ui';
import type { ModelEntry } from '../../../api/types';
import { ModelPicker } from './model-picker';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

const model = (slug: string, more: Partial<ModelEntry> = {}): ModelEntry => ({
  value: `p:${slug}`,
  slug,
  label: slug,
  description: `About ${slug}`,
  type: 'other',
  priority: 10,
  vendor_slug: 'openai',
  knowledge_cutoff_date: '2025-01-31',
  vision: false,
  context_window: 400_000,
  features: { extend_reasoning: true, control_verbosity: true },
  meter: ['chat'],
  reasoning: {
    kind: 'levels',
    levels: [
      { value: 'low', label: 'Low' },
      { value: 'high', label: 'High' },
    ],
  },
  provider_id: 'p',
  provider_label: 'P',
  ...more,
});

/** Fakes the server's endpoints for models and preferences. */
function serve(models: ModelEntry[] | number, preferences: 'kept' | 'refused' = 'kept') {
  const put: unknown[] = [];
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    const json = (body: unknown, status = 200) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    if (request.url.endsWith('/models/available')) return typeof models === 'number' ? json({}, models) : json(models);
    if (request.method === 'PUT') {
      put.push(await request.json());
      return preferences === 'kept' ? json(put.at(-1)) : json({}, 500);
    }
    return json({ value: 'p:b', reasoning: { kind: 'level', level: 'low' } });
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <ModelPicker />
          <Toaster mode="light" />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  return put;
}
const open = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const options = () => screen.getAllByRole('option').map((option) => option.firstElementChild?.textContent);

describe('model picker', () => {
  it('MD-02 sorts by priority and label, shows every fact, and finds by words', async () => {
    serve([model('z', { priority: 20 }), model('b'), model('a', { vendor_slug: 'anthropic' })]);
    await open(/Model: b/);
    expect(options()).toEqual(['a', 'b', 'z']);
    expect(screen.getByText('About b')).toBeTruthy();
    expect(screen.getAllByText('OpenAI · 400k context · knows until Jan 2025')).toHaveLength(2);
    fireEvent.change(screen.getByRole('combobox', { name: 'Search models' }), { target: { value: 'anthropic' } });
    expect(options()).toEqual(['a']);
  });

  it('MD-02 shows each vendor once', async () => {
    serve([model('b', { description: 'OpenAI’s all-round model' })]);
    await open(/Model: b/);
    expect(screen.getByRole('option').textContent).toBe('bOpenAI’s all-round model400k context · knows until Jan 2025');
  });

  it('MD-02 lists closed models under Subscribers Only with the upgrade link', async () => {
    serve([model('b'), model('dear', { subscribers_only: true })]);
    await open(/Model: b/);
    expect(screen.getByText('Subscribers Only')).toBeTruthy();
    expect(screen.getByText('Upgrade to use').getAttribute('href')).toBe('/billing');
    expect(screen.getAllByRole('option')[1]!.getAttribute('aria-disabled')).toBe('true');
  });

  it('MD-04 switches a model that the plan does not include to the first one that it does', async () => {
    serve([model('b', { subscribers_only: true }), model('quick', { type: 'fast' })]);
    await open(/Model: quick/);
  });

  it('MD-02 shows Failed to fetch models', async () => {
    serve(500);
    await open(/Model/);
    await screen.findByText('Failed to fetch models');
  });

  it('MD-03 saves reasoning and verbosity with the model', async () => {
    const put = serve([model('b')]);
    await open(/Model: b/);
    fireEvent.click(await screen.findByRole('radio', { name: 'Low', checked: false }));
    await waitFor(() =>
      expect(put).toEqual([{ value: 'p:b', reasoning: { kind: 'level', level: 'low' }, verbosity: 'low' }]),
    );
  });

  it('MD-03 shows Failed to update model preference and rolls back', async () => {
    serve([model('a'), model('b')], 'refused');
    await open(/Model: b/);
    fireEvent.click(screen.getAllByRole('option')[0]!);
    await screen.findByText('Failed to update model preference');
    await screen.findByRole('button', { name: /Model: b/ });
  });

  it.each([
    ['when it is opened', async () => void fireEvent.click(await screen.findByRole('button', { name: /^Model/ }))],
    ['when the window gets the focus', async () => void fireEvent(window, new Event('focus'))],
  ])('shows what another tab has removed %s', async (_when, look) => {
    const models = [model('a'), model('b')];
    serve(models);
    await screen.findByRole('button', { name: 'Model: b' });
    models.pop();
    await look();
    await screen.findByRole('button', { name: 'Model: a' });
  });
});
