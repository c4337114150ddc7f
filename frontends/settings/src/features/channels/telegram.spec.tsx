import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { api, Provider, store } from '@zo/web/store';
import { Toaster, TooltipProvider } from '@zo/web/ui';
import { ChannelsSection } from './channels-section';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  store.dispatch(api.util.resetApiState());
});

/** Fakes the server. Returns what it was asked. */
function serve({ isOwner = true, sendsCode = true } = {}) {
  const calls: [string, unknown][] = [];
  const telegram = { bot: null as string | null, error: null as string | null, paired: false, name: '' };
  const code = { code: 'ABCDE23456', link: 'https://t.me/zo_bot?start=ABCDE23456', minutes: 10 };
  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const request = input as Request;
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api/', '')}`;
    if (request.method !== 'GET') calls.push([call, JSON.parse((await request.text()) || 'null')]);
    if (call === 'PUT channels/telegram-bot') {
      if ((calls.at(-1)![1] as { token: string }).token === 'wrong') return json({ detail: 'Not a bot.' }, 422);
      telegram.bot = 'zo_bot';
    }
    if (call === 'POST channels/telegram') {
      // Its user sends the code at once.
      if (sendsCode) Object.assign(telegram, { paired: true, name: '@ada' });
      return json(code, 201);
    }
    if (call === 'DELETE channels/telegram') telegram.paired = false;
    if (request.method !== 'GET') return new Response(null, { status: 204 });
    return json({
      mail: { address: 'ada@zo.test', account: 'ada@example.com', sends: false },
      phone: { number: null, state: 'none', provider: null },
      telegram,
      senders: [],
      asked_by: { email: true, sms: false, push: true, telegram: true, details: false },
      server: null,
    });
  }) as typeof fetch;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <ChannelsSection isOwner={isOwner} />
          <Toaster mode="light" />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  return { calls, telegram, code };
}
const row = async (label: string) => screen.findByRole('group', { name: label });
const press = async (label: string, name: string) =>
  fireEvent.click([...(await row(label)).querySelectorAll('button')].find(({ textContent }) => textContent === name)!);

it('CM-01 the owner enters a bot, a chat is paired by a code, and unpaired', async () => {
  const { calls } = serve();
  await press('No bot', 'Set up');
  const enter = async (token: string) => {
    fireEvent.change(await screen.findByLabelText('Token'), { target: { value: token } });
    fireEvent.click(screen.getByRole('button', { name: 'Test and save' }));
  };
  await enter('wrong');
  await screen.findByText('Not a bot.');
  await enter('1:right');
  await row('@zo_bot');
  await press('Write to Zo in Telegram', 'Show code');
  await screen.findByText('/start ABCDE23456');
  // It is looked again and again; not to wait, it is told here.
  store.dispatch(api.util.invalidateTags(['Channels']));
  expect(screen.getByRole('link', { name: 'Open Telegram' }).getAttribute('href')).toMatch(/^https:\/\/t\.me\/zo_bot/);
  await press('@ada', 'Unpair');
  await row('Write to Zo in Telegram');
  expect(calls.map(([call]) => call)).toEqual([
    'PUT channels/telegram-bot',
    'PUT channels/telegram-bot',
    'POST channels/telegram',
    'DELETE channels/telegram',
  ]);
});

it('a code that has ended gives way to a new one, and one that was used is not shown again', async () => {
  const { telegram, code } = serve({ sendsCode: false });
  telegram.bot = 'zo_bot';
  code.minutes = 0;
  await press('Write to Zo in Telegram', 'Show code');
  await row('This code has ended');
  expect(screen.queryByText(/^\/start/)).toBeNull();
  code.minutes = 10;
  await press('This code has ended', 'Show code');
  await screen.findByText('/start ABCDE23456');
  const changes = (paired: boolean) => {
    Object.assign(telegram, { paired, name: '@ada' });
    store.dispatch(api.util.invalidateTags(['Channels']));
  };
  changes(true);
  await row('@ada');
  // Its user sends /stop to the bot.
  changes(false);
  await row('Write to Zo in Telegram');
  expect(screen.queryByText(/^\/start/)).toBeNull();
});

it('says to members that there is no bot, and to the owner why it takes no messages', async () => {
  const { telegram } = serve({ isOwner: false });
  await screen.findByText(/The owner of this installation makes one/);
  expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull();
  cleanup();
  Object.assign(telegram, { bot: 'zo_bot', error: 'Another program takes the messages of this bot.' });
  store.dispatch(api.util.resetApiState());
  const owner = serve();
  Object.assign(owner.telegram, telegram);
  await waitFor(() => screen.getByText(/Another program takes/));
  screen.getByText('Takes no messages');
});
