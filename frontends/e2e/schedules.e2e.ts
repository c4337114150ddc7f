import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, say } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

test.use({ asOwner: true });

const RULE = { rrule: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0', zone: 'UTC' };

test('ZR-05 a schedule is written with its next times in view, run now, and read in its history and its chat', async ({
  page,
  user,
  provider,
}) => {
  await addModel(user, provider);
  await page.goto('/schedule');
  await page.getByText('Nothing is scheduled').waitFor();
  await page.getByRole('button', { name: 'New schedule' }).first().click();
  const editor = page.getByRole('form', { name: 'New schedule' });
  const next = editor.getByRole('list', { name: 'Next times' }).getByRole('listitem');
  await expect(next).toHaveCount(3);
  await editor.getByRole('button', { name: /^Repeats/ }).click();
  await page.getByRole('menuitem', { name: 'Own rule' }).click();
  await editor.getByLabel('Rule (RRULE of RFC 5545)').fill('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30');
  await expect(editor.getByRole('alert')).toHaveText('This never happens.');
  await editor.getByRole('button', { name: /^Repeats/ }).click();
  await page.getByRole('menuitem', { name: 'Every week' }).click();
  await editor.getByRole('button', { name: /Thursday/ }).click();
  await editor.getByLabel('Time', { exact: true }).fill('08:30');
  await expect(next.first()).toContainText('8:30');
  await editor.getByRole('textbox', { name: 'Files that start it' }).fill('Inbox/*.csv');
  await expect(editor.getByRole('textbox', { name: 'Mails that start it' })).toHaveAccessibleDescription(
    /sender or the subject/,
  );
  await editor.getByLabel('What to do').fill('Read what I saved this week.');
  await editor.getByLabel('Title').fill('Weekly digest');
  await editor.getByRole('button', { name: 'Create' }).click();
  const coming = page.getByRole('region', { name: 'Coming up' });
  await expect(coming.getByRole('listitem')).toContainText(
    'Every Monday and Thursday at 8:30 · When a file arrives in Inbox/*.csv',
  );

  provider.script((answer) => {
    answer.text('Five things matter.');
    answer.end();
  });
  await page.getByRole('form', { name: 'Edit Weekly digest' }).getByRole('button', { name: 'Run now' }).click();
  const history = page.getByRole('region', { name: 'History' });
  const ran = history.getByRole('listitem').filter({ hasText: 'Ran' });
  await ran.waitFor();
  await expect(ran).toContainText('Run by hand');
  await page.reload();
  await expect(coming.getByRole('listitem')).toContainText('Weekly digest');
  await ran.getByRole('link', { name: 'Open its chat' }).click();
  const chat = page.getByRole('region', { name: 'Chat', exact: true });
  await expect(chat).toContainText('Read what I saved this week.');
  await expect(chat).toContainText('Five things matter.');
  expect(new URL(page.url()).pathname).toBe('/schedule');

  await page.goto('/schedule');
  await page.getByRole('tab', { name: 'Calendar' }).click();
  const calendar = page.getByRole('region', { name: 'Calendar' });
  const today = new Date()
    .toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
    .replace(',', '');
  await calendar.getByRole('region', { name: today }).getByText('Weekly digest').first().waitFor();
  await calendar.getByRole('button', { name: 'Later month' }).click();
  await expect(calendar.getByRole('button', { name: /^(Monday|Thursday) \d+ \w+, 1$/ }).first()).toBeVisible();
  expect(await axeFindings(page, 'calendar', 'main')).toEqual([]);
  await calendar.getByRole('button', { name: 'Today' }).click();
  await saveScreenshots(page, 'schedule-calendar');
  await page.getByRole('tab', { name: 'List' }).click();
  await coming.getByRole('switch', { name: 'Weekly digest is on' }).click();
  await coming.getByRole('button', { name: 'Resume' }).click();
  await expect(coming.getByRole('switch')).toBeChecked();
  await coming.getByRole('button', { name: 'Options of Weekly digest' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Nothing is scheduled').waitFor();
});

test('ZR-05 TL-01 what the assistant schedules is on the page, in the zone of the browser', async ({
  page,
  user,
  provider,
}) => {
  await addModel(user, provider);
  provider.script(
    (answer) => {
      answer.call('1', 'create_scheduled_task', { rrule: RULE.rrule, instruction: 'Water the plants.' });
      answer.end('tool_calls');
    },
    (answer) => {
      answer.text('Every Monday at 8.');
      answer.end();
    },
  );
  await page.goto('/f?chat=new');
  await say(page, 'Water the plants every Monday at 8');
  await page.getByText('Every Monday at 8.').waitFor();
  await page.getByRole('button', { name: 'Schedules' }).click();
  const row = page.getByRole('region', { name: 'Coming up' }).getByRole('listitem');
  await expect(row).toContainText('Water the plants.');
  await expect(row).toContainText('Every Monday at 8:00');
});

test('ZR-05 the page of schedules is readable at every width, and says why one is paused', async ({
  page,
  user,
  provider,
}) => {
  await addModel(user, provider);
  const make = (title: string, more: object = {}) =>
    user.json<{ id: string }>('/api/schedules', { instruction: 'Do it.', title, ...RULE, ...more });
  await make('Weekly digest', { budget: 0.5 });
  await make('Kyoto flight price', { rrule: 'FREQ=DAILY;BYHOUR=7,19;BYMINUTE=0', zone: 'Asia/Tokyo' });
  await make('Back up the notes of the whole year into one archive', { rrule: 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30' });
  const { id } = await make('Rename scans', { rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=18;BYMINUTE=0' });
  await page.goto('/schedule');
  const history = page.getByRole('region', { name: 'History' });
  const failed = history.getByRole('listitem').filter({ hasText: 'Failed' });
  for (let n = 1; n <= 5; n++) {
    provider.script((answer) => answer.status(401, {}, { error: { message: 'The key of this account was revoked.' } }));
    await user.post(`/api/schedules/${id}/run`, {});
    await expect(failed).toHaveCount(n);
  }
  const coming = page.getByRole('region', { name: 'Coming up' });
  await coming.getByText('Paused: It failed 5 times in a row.').waitFor();
  await history.getByRole('tab', { name: 'Not on time' }).click();
  await history.getByText('Nothing like this happened.').waitFor();
  await history.getByRole('tab', { name: 'All' }).click();
  await expect(failed).toHaveCount(5);
  await coming.getByRole('button', { name: /^Weekly digest/ }).click();
  await page.getByRole('form', { name: 'Edit Weekly digest' }).waitFor();
  await saveScreenshots(page, 'schedule-editor');
  expect(await axeFindings(page, 'the editor of a schedule', '[aria-label="Schedules"]')).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await saveScreenshots(page, 'schedules');
  for (const width of [1024, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await coming.getByText('Kyoto flight price').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await saveScreenshot(page, `schedules-${width}`);
    expect(await axeFindings(page, `schedules at ${width}`, '[aria-label="Schedules"]')).toEqual([]);
  }
});
