import { createHmac } from 'node:crypto';
import { eventually } from '@zo/testing/eventually';
import { expect, test } from './fixture.js';
import { addModel, contentOf, write } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

test.use({ asOwner: true });

const FILE = [
  '---',
  'description: Weekly numbers',
  'schedule: { rrule: FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0, zone: Europe/Berlin }',
  "on: { file: 'Inbox/*.csv', webhook: true }",
  'inputs:\n  - name: month\n    description: yyyy-mm',
  '---\n\nMake a report.\n',
].join('\n');

test('ZR-02 ZR-03 ZR-06 a routine gets an id, is armed, asks for its inputs, runs in a chat, and lists its runs', async ({
  page,
  user,
  provider,
}) => {
  await addModel(user, provider);
  await write(user, { 'Weekly.zoroutine': FILE });
  await page.goto('/f/w/Weekly.zoroutine');
  const runs = page.getByRole('region', { name: 'Runs' });
  await runs.getByRole('button', { name: 'Run', exact: true }).waitFor();
  await eventually(async () => /^---\nid: r[0-9a-f]{12}\ndesc/.test((await contentOf(user, 'Weekly.zoroutine')) ?? ''));
  await page.getByText(/^ID r[0-9a-f]{12}$/).waitFor();
  await saveScreenshots(page, 'routine-run');
  const schedule = page.getByRole('region', { name: 'Schedule', exact: true });
  await schedule.getByText('This file asks to run on its own. It does once you arm it.').waitFor();
  await schedule
    .getByText('Every Monday at 8:00 (Europe/Berlin) · When a file arrives in Inbox/*.csv · When it is called')
    .waitFor();
  expect(await user.json('/api/schedules')).toEqual([]);
  await schedule.getByRole('button', { name: 'Arm', exact: true }).click();
  const inputs = page.getByRole('dialog', { name: 'Inputs of “Weekly”' });
  await inputs.getByLabel('month').fill('this month');
  await inputs.getByRole('button', { name: 'Arm' }).click();
  await schedule.getByText('Runs on its own.').waitFor();
  await schedule.getByText('month: this month').waitFor();
  await saveScreenshots(page, 'routine-armed');
  expect(await user.json('/api/schedules')).toMatchObject([{ title: 'Weekly', zone: 'Europe/Berlin' }]);
  await schedule.getByRole('button', { name: 'Make a secret for calls' }).click();
  const calls = page.getByRole('dialog', { name: 'Calls that start “Weekly”' });
  const [address, secret] = [
    await calls.getByLabel('Address', { exact: true }).innerText(),
    await calls.getByLabel('Secret', { exact: true }).innerText(),
  ];
  await saveScreenshot(page, 'routine-secret');
  await calls.getByRole('button', { name: 'Done' }).click();
  provider.script((answer) => {
    answer.text('Filed.');
    answer.end();
  });
  const [body, t] = ['ORDER-47', Math.floor(Date.now() / 1_000)];
  const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const headers = { 'zo-signature': `t=${t},v1=${signature}`, 'content-type': 'text/plain' };
  // Another program: no cookie, and the address as it was shown.
  const called = await fetch(new URL(new URL(address).pathname, page.url()), { method: 'POST', body, headers });
  expect(called.status).toBe(202);
  await eventually(() => JSON.stringify(provider.requests).includes('ORDER-47'));
  await runs.getByRole('link', { name: /^Weekly/ }).waitFor();
  await schedule.getByRole('button', { name: 'Disarm' }).click();
  await schedule.getByRole('button', { name: 'Arm', exact: true }).waitFor();
  expect(await user.json('/api/schedules')).toEqual([]);
  provider.script((answer) => {
    answer.text('The report is in Reports.');
    answer.end();
  });
  await runs.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run “Weekly”' });
  await dialog.getByLabel('month').fill('2026-10');
  await saveScreenshot(page, 'routine-inputs');
  await dialog.getByRole('button', { name: 'Run' }).click();
  const chat = page.getByRole('region', { name: 'Chat', exact: true });
  await expect(chat).toContainText('month: 2026-10');
  await expect(chat).toContainText('The report is in Reports.');
  expect(JSON.stringify(provider.requests.at(-1))).toContain('Make a report.');
  expect(new URL(page.url()).pathname).toBe('/f/w/Weekly.zoroutine');
  await page.goto('/f/w/Weekly.zoroutine');
  await runs.getByRole('heading', { name: 'Past runs' }).waitFor();
  await runs
    .getByRole('link', { name: /^Weekly/ })
    .first()
    .click();
  await expect(chat).toContainText('The report is in Reports.');
});

test('ZR-02 a new input takes the focus, and is told to have no name only when it is left so', async ({
  page,
  user,
}) => {
  await write(user, { 'Ask.zoroutine': 'Ask.\n' });
  await page.goto('/f/w/Ask.zoroutine');
  // Its id is written into the file: an edit at the same place and moment would be a conflict.
  await page.getByText(/^ID r[0-9a-f]{12}$/).waitFor();
  await page.getByRole('button', { name: 'Add input' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of input 1' })).toBeFocused();
  await expect(page.getByText('Give every input a name.')).toHaveCount(0);
  await page.keyboard.type('month');
  await page.keyboard.press('Tab');
  await page.keyboard.type('yyyy-mm');
  await eventually(async () =>
    /name: month\n +description: yyyy-mm/.test((await contentOf(user, 'Ask.zoroutine')) ?? ''),
  );
  await page.getByRole('button', { name: 'Add input' }).click();
  await page.keyboard.press('Tab');
  await page.getByText('Give every input a name.').waitFor();
});

test('ZR-03 the list of runs says when a run has ended', async ({ page, user, provider }) => {
  await addModel(user, provider);
  await write(user, { 'Tidy.zoroutine': 'Tidy up.\n' });
  await page.goto('/f/w/Tidy.zoroutine');
  const runs = page.getByRole('region', { name: 'Runs' });
  const run = runs.getByRole('link', { name: /^Tidy/ });
  let end = () => {};
  provider.script((answer) => {
    end = () => {
      answer.text('All is tidy.');
      answer.end();
    };
  });
  await runs.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(run).toContainText('Running');
  await eventually(() => provider.requests.length > 0);
  end();
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toContainText('All is tidy.');
  await expect(run).not.toContainText('Running');
});

test('ZR-02 ZR-05 scripts are written as steps, run without a model, and how each ended is in the history', async ({
  page,
  user,
  provider,
}) => {
  await addModel(user, provider);
  const daily = 'schedule: { rrule: FREQ=DAILY;BYHOUR=8;BYMINUTE=0, zone: Europe/Berlin }';
  await write(user, { 'Report.zoroutine': `---\n${daily}\ninputs: [month]\n---\n\nThe report of the month.\n` });
  await page.goto('/f/w/Report.zoroutine');
  provider.script(
    (answer) => {
      answer.call('a', 'read_file', { target_file: 'Report.zoroutine' });
      answer.call('b', 'run_bash_command', {
        cmd: 'mkdir Totals; echo 4 > Totals/sum.txt; rm *.zoroutine; touch made; curl -sf http://a.test',
      });
      answer.call('c', 'create_or_rewrite_file', { target_file: 'Reports/May.md', content: '# May' });
      answer.call('d', 'send_email_to_user', { subject: 'May: 51,940', markdown_body: 'North leads again.' });
      answer.end('tool_calls');
    },
    (answer) => {
      answer.text('There would be one more report, and a mail to you.');
      answer.end();
    },
  );
  await page.getByRole('button', { name: 'Rehearse' }).click();
  const rehearsing = page.getByRole('dialog', { name: 'Rehearse “Report”' });
  await rehearsing.getByLabel('month').fill('May');
  await rehearsing.getByRole('button', { name: 'Rehearse' }).click();
  const rehearsal = page.getByRole('region', { name: 'Rehearsal' });
  await rehearsal.getByText('Nothing was changed or sent.').waitFor();
  await expect(rehearsal.getByRole('list', { name: 'Would write' }).getByRole('listitem')).toHaveText([
    'Totals/sum.txt',
    'made',
    'Reports/May.md',
  ]);
  await expect(rehearsal.getByRole('list', { name: 'Would delete' })).toHaveText('Report.zoroutine');
  await expect(rehearsal.getByRole('list', { name: 'Would send to you' })).toContainText('North leads again.');
  await expect(rehearsal.getByRole('list', { name: 'Would run' })).toContainText('rm *.zoroutine');
  const { names } = await user.json<{ names: string[] }>('/api/files/list?root=w');
  expect(names.toSorted()).toEqual(['Articles', 'Report.zoroutine', 'Trash']);
  await saveScreenshots(page, 'routine-rehearsal');
  await rehearsal.getByRole('button', { name: 'Close the rehearsal' }).click();
  await expect(rehearsal).toBeHidden();
  const steps = page.getByRole('region', { name: 'Steps' });
  await steps.getByRole('button', { name: 'Add scripts' }).click();
  const list = steps.getByRole('textbox', { name: 'Steps as a list' });
  await list.fill('- script: echo "$ZO_INPUT_MONTH"\n- script: [a]');
  await steps.getByText('Step 2: the script is empty, or no text.').waitFor();
  await expect(steps.getByRole('button', { name: 'Save steps' })).toBeDisabled();
  const scripts = '- script: echo "sum of $ZO_INPUT_MONTH" > sum.txt; cat sum.txt\n- script: cat missing.csv\n';
  await list.fill(scripts);
  await steps.getByRole('button', { name: 'Save steps' }).click();
  await steps.getByText('cat missing.csv').waitFor();
  const schedule = page.getByRole('region', { name: 'Schedule', exact: true });
  await schedule.getByText('Its scripts run first, as they are here:').waitFor();
  await schedule.getByText('cat missing.csv').waitFor();
  expect(await contentOf(user, 'Report.zoroutine')).toContain(`steps:\n  ${scripts.trim().replace('\n', '\n  ')}\n---`);
  await saveScreenshots(page, 'routine-steps');
  await schedule.getByRole('button', { name: 'Arm', exact: true }).click();
  const inputs = page.getByRole('dialog', { name: 'Inputs of “Report”' });
  await inputs.getByLabel('month').fill('May');
  await inputs.getByRole('button', { name: 'Arm' }).click();
  await schedule.getByText('Runs on its own.').waitFor();
  const [{ id }] = await user.json<[{ id: string }]>('/api/schedules');
  await user.json(`/api/schedules/${id}/run`, { json: {} });
  await page.goto('/schedule');
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Script 2 of 2 ended with exit code 1: cat: missing.csv').waitFor();
  await history.getByRole('button', { name: /^Scripts of Report/ }).click();
  const ended = history.getByRole('list', { name: 'Scripts' });
  await expect(ended.getByRole('listitem').first()).toContainText(/exit code 0, .*sum of May/s);
  await expect(ended.getByRole('listitem').last()).toContainText(/exit code 1, .*No such file/s);
  await saveScreenshots(page, 'schedule-scripts');
  expect([await contentOf(user, 'sum.txt'), provider.requests.length]).toEqual(['sum of May\n', 2]);
});

test('a rehearsal compares what scripts print on its copy with what the last run printed', async ({
  page,
  user,
  provider,
}) => {
  await addModel(user, provider);
  const steps =
    'steps:\n  - script: echo old >> log.txt\n  - script: cat Inbox.txt\n  - { when: changed, ask: What is new? }';
  await write(user, { 'Inbox.txt': 'one\n', 'Watch.zoroutine': `---\n${steps}\n---\n` });
  // The list finds files by the index of names, which knows a new one a moment later.
  const watch = async () =>
    (await user.json<{ id: string; title: string }[]>('/api/zoroutines')).find(({ title }) => title === 'Watch');
  await expect.poll(watch).toBeDefined();
  const { id } = (await watch())!;
  const began = async (what: 'execute' | 'rehearse') =>
    (await user.json<{ run_id: string }>(`/api/zoroutines/${id}/${what}`, {})).run_id;
  const ended = (run: string) => user.fetch(`/api/runs/${run}/events`).then((answer) => answer.text());
  await ended(await began('execute'));
  await ended(await began('rehearse'));
  expect(provider.requests).toEqual([]);
  await user.json('/api/files/write', { root: 'w', path: ['Inbox.txt'], content: 'two\n', base: { any: true } });
  provider.script((answer) => {
    answer.text('A second line.');
    answer.end();
  });
  await ended(await began('rehearse'));
  expect(JSON.stringify(provider.requests)).toContain('What is new?');
  expect(await contentOf(user, 'log.txt')).toBe('old\n');
  // What is said in its chat is rehearsed as well, and the chat says so.
  const { conversations } = await user.json<{ conversations: { id: string; title: string }[] }>('/api/conversations');
  const chat = conversations.find(({ title }) => title.startsWith('Rehearsal of'))!;
  await page.goto(`/f?chat=${chat.id}&chat_view=full`);
  await page.getByText('This chat is a rehearsal').waitFor();
  await saveScreenshots(page, 'rehearsal-chat');
});

test('ZR-04 a routine that cannot run says why, and stays as it is', async ({ page, user }) => {
  await write(user, { 'Weekly.zoroutine': FILE });
  await page.route('**/api/zoroutines/*/execute', (route) =>
    route.fulfill({ status: 404, json: { code: 'http.not_found', status: 404, title: 'Not found', detail: 'Gone.' } }),
  );
  await page.goto('/f/w/Weekly.zoroutine');
  await page.getByRole('region', { name: 'Runs' }).getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
  await page.getByText('Failed to execute zoroutine').waitFor();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('FT-05 ZR-06 a new routine is ready for its instruction', async ({ page, user }) => {
  await page.goto('/f/w');
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'New zoroutine' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Daily');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Text of Daily.zoroutine' })).toBeFocused();
  await page.keyboard.type('Water the garden.');
  await eventually(
    async () => (await contentOf(user, 'Daily.zoroutine'))?.endsWith('---\n\nWater the garden.\n') ?? false,
  );
});
