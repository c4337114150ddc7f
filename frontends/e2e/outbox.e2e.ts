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

test('CM-01 a run that waits asks by mail, and its link shows what is asked before it is answered once', async ({
  page,
}) => {
  await page.goto('/settings/outbox');
  await page.getByRole('button', { name: 'Write to Zo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write to Zo' });
  await dialog.getByLabel('Message', { exact: true }).fill('write site/.git/hooks/pre-commit: echo always be brief');
  await dialog.getByRole('button', { name: 'Send to Zo' }).click();
  await page.getByRole('button', { name: /Kept here/ }).click();
  const mail = await page.getByTitle('The mail').getAttribute('srcdoc');
  const address = new URL(/href="([^"]+\/api\/approvals\/[^"]+)"/.exec(mail!)![1]!);

  await page.goto(address.pathname);
  await page.getByText('echo always be brief', { exact: true }).waitFor();
  expect(await axeFindings(page, 'approval-link', 'main')).toEqual([]);
  await saveScreenshots(page, '14-approval-link');
  await page.getByRole('button', { name: 'No' }).click();
  await page.getByRole('heading', { name: 'Not allowed' }).waitFor();
  await saveScreenshots(page, '14-approval-link-answered');
  await page.goto(address.pathname);
  await page.getByText('You said no with this link.').waitFor();
  await page.goto('/settings/outbox');
  await page
    .getByRole('button', { name: /Could not|did not|Kept here/ })
    .first()
    .waitFor();

  // The first message is read beside the list, where there is room for both.
  const shown = page.getByRole('main').getByRole('article');
  await shown.waitFor();
  await expect(
    page.locator('[aria-current=true]').filter({ hasText: /Kept here|Waits|did not|Could not/ }),
  ).toHaveCount(1);
  await saveScreenshots(page, '14-outbox-first');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(shown).toHaveCount(0);
});
