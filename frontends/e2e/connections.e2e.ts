import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FakeApps, startFakeApps } from '../../infra/testing/product/fake-apps.js';
import { Person } from '../../infra/testing/product/product.js';
import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { onDisk } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

const GOOGLE = 'application/vnd.google-apps.';
const CONTENT = randomBytes(100_000);

function fill({ drive, notion }: FakeApps): void {
  const file = { mimeType: 'application/pdf', parent: 'shop', content: CONTENT };
  drive.add(
    { id: 'shop', name: 'Shop', mimeType: `${GOOGLE}folder`, parent: 'root' },
    { ...file, id: 'proof', name: 'Catalogue proof.pdf' },
    { ...file, id: 'film', name: 'Catalogue film, raw.mov', mimeType: 'video/quicktime', size: 2_480_000_000 },
    { ...file, id: 'gone', name: 'Old catalogue.pdf' },
    { ...file, id: 'other', name: 'Invoice.pdf' },
    {
      id: 'text',
      name: 'Catalogue text',
      mimeType: `${GOOGLE}document`,
      parent: 'shop',
      exports: { 'text/markdown': Buffer.from('# Catalogue\n') },
    },
  );
  const books = '00000000-0000-4000-8000-000000000001';
  notion.add(
    { id: books, title: 'Books', isDatabase: true },
    { id: `${books.slice(0, -1)}2`, title: 'Emma', parent: books, emoji: '📗', markdown: 'Read. <unknown url="x"/>\n' },
    { id: `${books.slice(0, -1)}3`, title: 'Plan', markdown: '# Plan\n' },
  );
}

test('IM-01 IM-02 IM-03 IM-04 the owner sets apps up and connects them; files of Drive and pages of Notion arrive', async ({
  another,
  startOwn,
}) => {
  const fake = await startFakeApps();
  fill(fake);
  const product = await startOwn({ environment: { ZO_APPS_RELAY: fake.url } });
  const ada = await Person.claim(product);
  const { page } = await another(ada);

  await page.goto('/settings#connections');
  await page.getByText('0 of 17 connected').waitFor();
  await saveScreenshots(page, '14-connections-none');
  await page.getByRole('button', { name: 'Set up Google Drive' }).click();
  const form = page.getByRole('dialog', { name: 'Set up Google' });
  await form.getByLabel('Client id').fill(fake.oauth.clientId);
  await form.getByLabel('Client secret').fill('mistyped');
  await saveScreenshots(page, '14-connections-client');
  expect(await axeFindings(page, 'client of an app', '[role=dialog]')).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Connect Google Drive' }).click();
  await page.getByText('Google Drive does not take the client of this installation.').waitFor();
  await page.getByRole('button', { name: 'Options for Google Drive' }).click();
  await expect(page.getByRole('menuitem', { name: 'Disconnect' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Change the client' }).click();
  await form.getByLabel('Client secret').fill(fake.oauth.clientSecret);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Connect Google Drive' }).click();
  await page.getByText('Google Drive is connected').waitFor();
  await page.getByText('1 of 17 connected').waitFor();
  await page.getByText('ada@example.com').first().waitFor();
  expect(new URL(page.url()).search).toBe('');
  fake.oauth.iss = undefined;
  fake.oauth.account = 'Fernweh Studio';
  const { clientId: client_id, clientSecret: client_secret } = fake.oauth;
  expect((await ada.post('/api/connections/clients/notion', { client_id, client_secret }, 'PUT')).status).toBe(204);
  await page.reload();
  await page.getByRole('button', { name: 'Connect Notion' }).click();
  await page.getByText('Fernweh Studio').waitFor();
  await saveScreenshots(page, '14-connections');
  expect(await axeFindings(page, 'connections', 'main')).toEqual([]);

  // Which tools the assistant has: reading at once, writing after Google was asked for it.
  await page.getByText('ada@example.com, read only').waitFor();
  await page.getByRole('button', { name: 'Options for Google Drive' }).click();
  await page.getByRole('menuitem', { name: 'Tools' }).click();
  const tools = page.getByRole('dialog', { name: 'Tools of Google Drive' });
  await expect(tools.getByRole('switch', { name: 'Reading' })).toBeChecked();
  await tools.getByText('Leads to Google Drive, which asks you to let Zo make files.').waitFor();
  await saveScreenshots(page, '14-connections-tools');
  expect(await axeFindings(page, 'tools of an app', '[role=dialog]')).toEqual([]);
  await tools.getByRole('switch', { name: 'Writing' }).click();
  await page.getByText(', asks first').waitFor();

  await page.goto('/f/w');
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Import from Google Drive' }).click();
  const drive = page.getByRole('dialog', { name: 'Import from Google Drive' });
  await drive.getByRole('button', { name: 'Shop' }).click();
  await drive.getByText('5 files').waitFor();
  await drive.getByRole('textbox').fill('catalogue');
  await drive.getByText('4 of 5 match').waitFor();
  await expect(drive.getByRole('checkbox', { name: 'Select Catalogue film, raw.mov' })).toBeDisabled();
  expect(await drive.getByTitle('File exceeds 512 MB limit').count()).toBe(1);
  await drive.getByRole('checkbox', { name: 'Select all that are shown' }).click();
  await drive.getByText('3 selected').waitFor();
  await saveScreenshots(page, '14-drive-import');
  expect(await axeFindings(page, 'import from Drive', '[role=dialog]')).toEqual([]);
  fake.drive.remove('gone');
  await drive.getByRole('button', { name: 'Import 3 files' }).click();
  await page.getByText('Successfully imported Catalogue proof.pdf').waitFor();
  await page.getByText('Successfully imported Catalogue text.md').waitFor();
  await drive.getByText('Failed to import Old catalogue.pdf: This is not there in Google Drive any more.').waitFor();
  await saveScreenshots(page, '14-drive-failed');
  await drive.getByRole('button', { name: 'My Drive' }).click();
  await drive.getByRole('button', { name: 'Shop' }).waitFor();
  await drive.getByRole('button', { name: 'Cancel' }).click();
  expect(readFileSync(await onDisk(product, ada, 'Catalogue proof.pdf')).equals(CONTENT)).toBe(true);

  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Import from Notion' }).click();
  const notion = page.getByRole('dialog', { name: 'Import from Notion' });
  await notion.getByRole('checkbox', { name: 'Select Plan' }).click();
  await notion.getByRole('button', { name: 'Books' }).click();
  await notion.getByRole('checkbox', { name: 'Select 📗 Emma' }).click();
  await saveScreenshots(page, '14-notion-import');
  await notion.getByRole('button', { name: 'Import 2 pages' }).click();
  await page.getByText('What could not be kept is in Emma - import report.md').waitFor();
  expect(readFileSync(await onDisk(product, ada, 'Plan.md'), 'utf8')).toBe('# Plan\n');

  fake.oauth.invalidate({ grant: true });
  await page.reload();
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Import from Google Drive' }).click();
  await page.getByText('Failed to load files').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await saveScreenshots(page, '14-drive-broken');
  await page.getByRole('link', { name: 'Open Connections' }).click();
  await page.getByText('Refused the connection').first().waitFor();
  await page.getByRole('button', { name: 'Reconnect Google Drive' }).waitFor();
  await page.getByRole('button', { name: 'Options for Google Drive' }).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText(/Google Drive is disconnected/).waitFor();
  await page.getByRole('button', { name: 'Connect Google Drive' }).waitFor();
  await fake.stop();
});
