import { eventually } from '@zo/testing/eventually';
import { expect, test } from './fixture.js';
import { contentOf, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

test('ZR-02 ZR-05 a schedule is written in the form of a routine, which stays as it is but for that, and is armed', async ({
  page,
  user,
}) => {
  const plain = '---\nid: 47 # mine\ndescription: Numbers\n---\n\nMake a report.\n';
  await write(user, { 'Numbers.zoroutine': plain });
  await page.goto('/f/w/Numbers.zoroutine');
  const when = page.getByRole('region', { name: 'When and how much' });
  await when.getByText('It runs when you run it.').waitFor();
  await when.getByRole('button', { name: 'Add a schedule' }).click();
  await when.getByRole('button', { name: /^Repeats:/ }).click();
  await page.getByRole('menuitem', { name: 'Every week' }).click();
  await when.getByRole('button', { name: 'Fr (Friday)' }).click();
  await when.getByLabel('Time', { exact: true }).fill('17:30');
  await when.getByLabel('Time zone').fill('Europe/Berlin');
  await when.getByLabel('Spend at most').fill('0.5');
  await expect(when.getByRole('list', { name: 'Next times' }).getByRole('listitem')).toHaveCount(3);
  await saveScreenshots(page, 'routine-when');
  await when.getByRole('button', { name: 'Save the schedule' }).click();
  await when.getByText('Every Monday and Friday at 17:30 (Europe/Berlin) · at most $0.50 a run').waitFor();
  const front = (more: string) => plain.replace('Numbers\n', `Numbers\n${more}`);
  const times = 'schedule:\n  rrule: "FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=17;BYMINUTE=30"\n  zone: Europe/Berlin\n';
  await eventually(async () => (await contentOf(user, 'Numbers.zoroutine')) === front(`${times}budget: 0.5\n`));
  const schedule = page.getByRole('region', { name: 'Schedule', exact: true });
  await schedule.getByRole('button', { name: 'Arm', exact: true }).click();
  await schedule.getByText('Runs on its own.').waitFor();
  await expect(page.getByText('at most $0.50 a run')).toHaveCount(1);
  expect(await user.json('/api/schedules')).toMatchObject([{ title: 'Numbers', zone: 'Europe/Berlin', budget: 0.5 }]);
  await when.getByRole('button', { name: 'Remove the schedule' }).click();
  await when.getByText('It runs when you run it.').waitFor();
  await eventually(async () => (await contentOf(user, 'Numbers.zoroutine')) === plain);
  await schedule.getByText(/does not have any more/).waitFor();
});
