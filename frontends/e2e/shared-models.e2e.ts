import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, say } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

test.describe('models of the owner', () => {
  test.use({ asOwner: true });

  test('MD-02 MD-04 the owner shares a provider, limits a person and puts them on the free plan, who sees all of it', async ({
    page,
    user,
    users,
    another,
    provider,
  }) => {
    await addModel(user, provider, { models: ['big'] });
    const guest = await users.next();
    const { handle } = await guest.json<{ handle: string }>('/api/auth/me');

    await page.goto('/settings#your-ai');
    await page.getByRole('button', { name: 'Options', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    const form = page.getByRole('form', { name: /^Share / });
    await form.getByRole('radio', { name: 'Some people' }).check();
    await form.getByRole('button', { name: 'Share', exact: true }).click();
    await form.getByRole('alert').getByText('Choose at least one person.').waitFor();
    await form.getByRole('checkbox', { name: handle }).check();
    await saveScreenshots(page, '6-share-provider');
    expect(await axeFindings(page, 'share a provider', 'main')).toEqual([]);
    await form.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('Shared', { exact: true }).waitFor();

    const theirs = await another(guest);
    provider.script((answer) => {
      answer.text('Paid by the owner.');
      answer.end();
    });
    await theirs.page.goto('/f?chat=new');
    await theirs.page.getByRole('button', { name: /^Model: big/ }).click();
    const shared = theirs.page.getByRole('option', { name: /big.*From the owner/ });
    await shared.waitFor();
    await saveScreenshot(theirs.page, '6-shared-picker');
    await theirs.page.getByPlaceholder('Search models').press('Escape');
    await shared.waitFor({ state: 'detached' });
    await say(theirs.page, 'hello');
    await theirs.page.getByText('Paid by the owner.').waitFor();

    await page.goto('/settings#people');
    const row = page.getByRole('group', { name: handle, exact: true });
    await row.getByText(/tokens/).waitFor();
    await row.getByRole('button', { name: `Limits of ${handle}` }).click();
    const limits = page.getByRole('dialog');
    await limits.getByLabel('Dollars a month').fill('5');
    await limits.getByLabel('Tokens a day').fill('10');
    await saveScreenshot(page, '6-limits-form');
    await limits.getByRole('button', { name: 'Save' }).click();
    await row.getByText('$0.00 of $5.00 a month').waitFor();
    await saveScreenshots(page, '6-people-limits');
    expect(await axeFindings(page, 'people', 'main')).toEqual([]);

    await say(theirs.page, 'and again');
    await theirs.page.getByText(/The limit of 10 tokens a day that the owner of this server pays for you/).waitFor();
    await saveScreenshot(theirs.page, '6-limit-reached');
    await theirs.page.goto('/settings#your-ai');
    await theirs.page.getByRole('group', { name: 'Models of the owner' }).getByText('of 10 tokens a day').waitFor();
    await theirs.page.getByText('One model is shared with you').waitFor();
    await saveScreenshot(theirs.page, '6-my-limits');

    await row.getByRole('button', { name: `Plan of ${handle}` }).click();
    await page.getByRole('menuitem', { name: 'Free: fast models only' }).click();
    await row.getByRole('button', { name: `Plan of ${handle}: Free` }).waitFor();
    await theirs.page.goto('/f?chat=new');
    await theirs.page.getByRole('button', { name: /^Model: Built-in helper/ }).click();
    await theirs.page.getByText('Subscribers Only').waitFor();
    const closed = theirs.page.getByRole('option', { name: /^big/ });
    await expect(closed).toHaveAttribute('aria-disabled', 'true');
    await expect(closed.getByRole('link', { name: 'Upgrade to use' })).toHaveAttribute('href', '/billing');
    await saveScreenshots(theirs.page, '6-subscribers-only');
  });
});
