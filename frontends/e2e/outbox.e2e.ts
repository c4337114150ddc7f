import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { saveScreenshots } from './screenshots.js';

test('CM-01 a mail becomes a chat, its answer is kept in the outbox, and a stranger waits until let in', async ({
  page,
}) => {
  await page.goto('/settings/channels');
  await page.getByRole('heading', { name: 'Known senders' }).waitFor();
  await page.getByLabel('Address of a sender').fill('jonas@example.org');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove jonas@example.org' }).waitFor();
  expect(await axeFindings(page, 'channels', 'main')).toEqual([]);
  await saveScreenshots(page, '14-channels');

  await page.getByRole('link', { name: 'Open the outbox' }).click();
  await page.getByText('No messages yet').waitFor();
  await page.getByRole('button', { name: 'Write to Zo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write to Zo' });
  await dialog.getByLabel('Subject').fill('Print proofs');
  await dialog.getByLabel('Message', { exact: true }).fill('run echo the proofs come on Friday');
  await dialog.getByRole('button', { name: 'Send to Zo' }).click();

  const answer = page.getByRole('button', { name: /Re: Print proofs.*Kept here/ });
  await answer.click();
  await page.getByRole('heading', { name: 'Re: Print proofs' }).waitFor();
  await page.getByLabel('Your reply').fill('Ten is fine.');
  expect(await axeFindings(page, 'outbox', 'main')).toEqual([]);
  await saveScreenshots(page, '14-outbox');
  await page.getByRole('tab', { name: 'Headers' }).click();
  await page.getByText('Auto-Submitted: auto-replied').waitFor();
  await page.getByRole('tab', { name: 'As read' }).click();

  await page.getByRole('button', { name: 'Other cases' }).click();
  await page.getByRole('menuitem', { name: 'As a stranger' }).click();
  await page.getByText('The sender is not on your list.').waitFor();
  await saveScreenshots(page, '14-outbox-held');
  await page.getByRole('button', { name: 'Let in', exact: true }).click();
  await page.getByRole('button', { name: /stranger@example\.net.*Waits for your yes/ }).click();
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByRole('button', { name: /To stranger@example\.net.*Kept here/ }).waitFor();
});
