import { eventually } from '@zo/testing/eventually';
import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { saveScreenshots } from './screenshots.js';

test.use({ tabOptions: { offline: true } });

interface Told {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: { readonly url: string };
}
interface WorkerScope {
  told: Told[];
  registration: { showNotification: (title: string, options: Omit<Told, 'title'>) => Promise<void> };
}

test.describe('devices that are told of news', () => {
  test('AP-02 a push message shows a notification, unless somebody looks at a page', async ({ page, tab }) => {
    const { context, origin } = tab;
    await page.goto('/settings#notifications');
    await page.getByRole('button', { name: 'Tell me here' }).waitFor();
    expect(await axeFindings(page, 'devices', 'main')).toEqual([]);
    await saveScreenshots(page, 'devices');

    const cdp = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      cdp.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations: [first] }) => first && resolve(first.registrationId),
      );
    });
    await cdp.send('ServiceWorker.enable');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const registrationId = await registered;
    // The browser of the tests shows no notifications: what the worker asks it for is recorded.
    const worker = context.serviceWorkers()[0]!;
    await worker.evaluate(() => {
      const scope = globalThis as unknown as WorkerScope;
      scope.told = [];
      scope.registration.showNotification = async (title, options) => void scope.told.push({ title, ...options });
    });
    const deliver = (tag: string) =>
      cdp.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify({ title: 'The trip to Kyoto', text: 'Zo is done.', url: '/f?chat=none', tag, ask }),
      });
    const ask = { path: '/api/approvals/token', page: 'page' };
    const told = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).told);
    // Whoever looks at the page sees it there; a test is shown in any case.
    await deliver('run');
    await deliver('test');
    await eventually(async () => (await told()).length > 0);
    expect(await told()).toEqual([
      expect.objectContaining({
        title: 'The trip to Kyoto',
        body: 'Zo is done.',
        tag: 'test',
        data: { url: '/f?chat=none', ask },
        actions: [
          { action: 'look', title: 'Look at it' },
          { action: 'no', title: 'No' },
        ],
      }),
    ]);
  });
});
