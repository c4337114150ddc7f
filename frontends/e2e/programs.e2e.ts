import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

test('RT-07 a token is made, shown once, used by a program, and revoked', async ({ page, user }) => {
  await page.goto('/settings/programs');
  await page.getByText('No tokens yet').waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  const form = page.getByRole('form', { name: 'New token' });
  await form.getByLabel('Name').fill('Backup script');
  await form.getByRole('button', { name: 'Create token' }).click();
  await form.getByRole('alert').getByText('Choose at least one thing').waitFor();
  await form.getByRole('tablist', { name: 'Files' }).getByRole('tab', { name: 'Read and write' }).click();
  await form.getByRole('tablist', { name: 'Chats' }).getByRole('tab', { name: 'Read', exact: true }).click();
  await form.getByRole('button', { name: 'In 90 days' }).click();
  await page.getByRole('menuitem', { name: 'In 7 days' }).click();
  expect(await axeFindings(page, 'a new token', 'main')).toEqual([]);
  await saveScreenshots(page, '9-token-form');
  await form.getByRole('button', { name: 'Create token' }).click();

  const made = page.getByRole('group', { name: '“Backup script” is ready' });
  const secret = (await made.getByText(/^zo_/).textContent())!;
  await saveScreenshot(page, '9-token-made');
  const call = (path: string) => fetch(user.url + path, { headers: { authorization: `Bearer ${secret}` } });
  expect((await call('/api/files/list?root=w')).status).toBe(200);
  expect((await call('/api/auth/me')).status).toBe(403);
  await made.getByRole('button', { name: 'Done' }).click();
  expect(await page.getByText(secret).count()).toBe(0);

  const row = page.getByRole('group', { name: 'Backup script' });
  await row.getByText('Files (read and write), Chats (read)').waitFor();
  await row.getByText('valid for 7 more days').waitFor();
  await saveScreenshots(page, '9-tokens');
  await row.getByRole('button', { name: 'Revoke Backup script' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No tokens yet').waitFor();
  expect((await call('/api/files/list?root=w')).status).toBe(401);
});
