import { eventually } from '@zo/testing/eventually';
import { expect, test } from './fixture.js';
import { axeFindings } from './axe.js';
import { saveScreenshots } from './screenshots.js';

test.use({ tabOptions: { offline: true } });

test.describe('devices that are told of news', () => {
  test('AP-02 a push message shows a notification, unless somebody looks at a page', async ({ page, tab }) => {
    const { context, origin } = tab;
    await context.grantPermissions(['notifications'], { origin });
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
    const deliver = (tag: string) =>
      cdp.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify({ title: 'The trip to Kyoto', text: 'Zo is done.', url: '/f?chat=none', tag }),
      });
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
      });
    // Who looks at the page sees it there; a test is shown in any case.
    await deliver('run');
    await deliver('test');
    await eventually(async () => (await shown()).length > 0);
    expect(await shown()).toEqual([{ title: 'The trip to Kyoto', body: 'Zo is done.', tag: 'test' }]);
  });
});
