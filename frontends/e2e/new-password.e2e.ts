/** Whoever forgot the password sets a new one by a link that whoever runs the product makes on its machine. */
import { passwordLink } from '../../infra/testing/product/password-link.js';
import { PASSWORD } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

const NEW = 'a longer staple';
const EMAIL = 'forgetful@example.com';

test('AU-02 a forgotten password is set anew by a link, which works once', async ({ another, owner, product }) => {
  const invitation = await owner.json<{ code: string }>('/api/admin/invitations', {});
  const account = { email: EMAIL, password: PASSWORD, invitation: invitation.code };
  expect((await owner.post('/api/auth/sign-up', account)).status).toBe(201);

  const { page } = await another(product.url);
  await page.goto('/login');
  await page.getByText('Forgot your password? Ask whoever runs this Zo for a link to set a new one.').waitFor();
  await saveScreenshots(page, 'forgotten-password');
  expect(passwordLink(product, 'nobody@example.com')).toEqual({
    status: 1,
    said: 'zo: nobody has an account with the address nobody@example.com\n',
  });
  const { said } = passwordLink(product, EMAIL);
  const link = /http:\/\/\S+\/new-password#\S+/.exec(said)![0];
  await page.goto(link);
  await page.getByLabel('New password').fill(NEW);
  await saveScreenshots(page, 'new-password');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await page.waitForURL(/\/f/);
  await page.getByText('Computer is on').waitFor();

  const stranger = await another(product.url);
  await stranger.page.goto(link);
  await stranger.page.getByLabel('New password').fill(PASSWORD);
  await stranger.page.getByRole('button', { name: 'Save and sign in' }).click();
  await stranger.page.getByRole('alert').filter({ hasText: 'This link was used or has ended.' }).waitFor();
  await stranger.page.goto('/login');
  await stranger.page.getByLabel('E-mail').fill(EMAIL);
  await stranger.page.getByLabel('Password').fill(NEW);
  await stranger.page.getByRole('button', { name: 'Sign in' }).click();
  await stranger.page.waitForURL(/\/f/);
});
