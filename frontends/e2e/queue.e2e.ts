import { readFileSync } from 'node:fs';
import { axeFindings } from './axe.js';
import { addModel, newDownload, say } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

test.use({ asOwner: true });

test('CH-03 what is written during an answer waits on every device, steers it, and is sent after it', async ({
  page,
  context,
  user,
  provider,
}) => {
  await addModel(user, provider);
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  provider.script(
    async (answer) => {
      answer.text('I paint it red.');
      await gate;
      answer.end();
    },
    (answer) => {
      answer.text('Blue it is.');
      answer.end();
    },
    (answer) => {
      answer.text('And framed.');
      answer.end();
    },
  );
  await page.goto('/f?chat=new');
  await say(page, 'Paint the fence');
  await page.getByText('I paint it red.').waitFor();
  const field = page.getByRole('textbox', { name: 'Message' });
  for (const text of ['No, blue', 'Then frame it', 'And nail it']) {
    await field.fill(text);
    await field.press('Enter');
    await page.getByRole('list', { name: 'Waiting to be sent' }).getByText(text).waitFor();
  }
  expect(await field.inputValue()).toBe('');
  const other = await context.newPage();
  await other.goto(page.url());
  const elsewhere = other.getByRole('list', { name: 'Waiting to be sent' });
  await elsewhere.getByText('And nail it').waitFor();
  await saveScreenshots(page, 'chat-queue');
  expect(await axeFindings(page, 'the queue', '[aria-label="Chat"]')).toEqual([]);

  const waiting = page.getByRole('list', { name: 'Waiting to be sent' }).getByRole('listitem');
  await waiting.filter({ hasText: 'And nail it' }).getByRole('button', { name: 'Edit' }).click();
  await expect(field).toHaveValue('And nail it');
  await field.fill('');
  await expect(elsewhere.getByRole('listitem')).toHaveCount(2);
  await waiting.filter({ hasText: 'No, blue' }).getByRole('button', { name: 'Send now' }).click();
  await waiting.getByText('Is shown at the next step').waitFor();
  open();
  await page.getByText('And framed.').waitFor();
  await other.getByText('And framed.').waitFor();
  const answer = page.getByRole('article', { name: 'Answer' }).first();
  await expect(answer).toContainText(/I paint it red\..*No, blue.*Blue it is\./s);
  await expect(waiting).toHaveCount(0);
  await expect(elsewhere).toHaveCount(0);
});

test('CH-03 CH-06 another model answers beside the first, a stopped answer goes on, and a fork leaves the chat', async ({
  page,
  user,
  provider,
  tab,
}) => {
  await addModel(user, provider, { models: ['small', 'large'] });
  provider.script(
    (answer) => (answer.text('By the small one.'), answer.end()),
    (answer) => (answer.text('By the large one.'), answer.end()),
    (answer) => answer.text('A long story'),
    (answer) => (answer.text(' that ends.'), answer.end()),
    (answer) => (answer.text('In the fork.'), answer.end()),
  );
  await page.goto('/f?chat=new');
  await say(page, 'Who are you?');
  await page.getByText('By the small one.').waitFor();
  await page.getByRole('button', { name: 'Try again with another model' }).click();
  await page.getByRole('menuitem', { name: /large/ }).click();
  const answers = page.getByRole('article', { name: 'Answer' });
  await answers.getByText('By the large one.').waitFor();
  // The answer has two versions, and not the question.
  await answers.getByText('2 / 2').waitFor();
  await expect(page.getByRole('article', { name: 'You' })).toHaveText(/^Who are you\?[^/]*$/);
  await answers.getByRole('button', { name: 'Earlier version' }).click();
  await answers.getByText('By the small one.').waitFor();

  await say(page, 'Tell a story');
  await page.getByText('A long story').waitFor();
  await page.getByRole('button', { name: 'Stop generation' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByText('that ends.').waitFor();
  await saveScreenshots(page, 'chat-branches');

  const before = page.url();
  await answers.first().hover();
  await answers.first().getByRole('button', { name: 'Continue in a new chat from here' }).click();
  await page.getByText('that ends.').waitFor({ state: 'detached' });
  expect(page.url()).not.toBe(before);
  await page.getByText('This is a new chat.').waitFor();
  await say(page, 'And now?');
  await page.getByText('In the fork.').waitFor();
  await expect(answers).toHaveCount(2);
  await page.goto(before);
  await page.getByText('that ends.').waitFor();
  await expect(answers).toHaveCount(3);

  const saved = async (name: string) => {
    await page.getByRole('region', { name: 'Chat' }).getByRole('button', { name: 'More', exact: true }).click();
    const [download] = await Promise.all([newDownload(tab), page.getByRole('menuitem', { name }).click()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };
  const markdown = await saved('Export as Markdown');
  expect(markdown.name).toBe('Who are you.md');
  expect(markdown.text).toMatch(/^# Who are you\?\n.*## You\n\nTell a story\n\n## Answer \(small\)\n\nA long story\n/s);
  const json = await saved('Export as JSON');
  expect(JSON.parse(json.text)).toMatchObject({ title: 'Who are you?', messages: expect.any(Array) });
});

test('D12 a chat that outgrows the model’s window shows where it was summarised, and what the summary says', async ({
  page,
  user,
  provider,
}) => {
  await addModel(user, provider);
  provider.script((answer, request) => {
    const sent = JSON.stringify(request.messages);
    if (sent.length > 24_000)
      return answer.status(400, {}, { error: { message: 'the prompt is too long: maximum is 8000 tokens' } });
    answer.text(sent.includes('You summarise the beginning') ? '**Goal**: a *blue* fence.' : 'Noted.');
    return answer.end();
  });
  await page.goto('/f?chat=new');
  const line = page.getByRole('button', { name: 'Earlier messages were summarised' });
  const answers = page.getByRole('article', { name: 'Answer' });
  for (let n = 1; n <= 3; n++) {
    await say(page, `${n}. ${'The fence is long. '.repeat(450)}`);
    await expect(answers).toHaveCount(n);
    await answers.last().getByText('Noted.').waitFor();
  }
  await line.click();
  await answers.getByText('Goal: a blue fence.').waitFor();
  expect(await axeFindings(page, 'a summary', '[aria-label="Chat"]')).toEqual([]);
  await saveScreenshots(page, 'chat-summary');
  await page.reload();
  await line.waitFor();
});

test('MD-01 MD-02 the user sets the window and the patience of a model; models of one name show their providers', async ({
  page,
  user,
  provider,
}) => {
  await addModel(user, provider, { label: 'Attic', models: ['twin'] });
  await addModel(user, provider, { label: 'Cellar', models: ['twin'] });
  await page.goto('/settings#your-ai');
  await page.getByRole('button', { name: 'Options' }).first().click();
  await page.getByRole('menuitem', { name: 'Limits of models' }).click();
  await page.getByRole('spinbutton', { name: 'Window of twin in tokens' }).fill('16384');
  await page.getByRole('spinbutton', { name: 'Seconds twin may be silent' }).fill('900');
  expect(await axeFindings(page, 'limits of models', 'main')).toEqual([]);
  await saveScreenshot(page, 'model-limits');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Limits saved').waitFor();
  const { providers } = await user.json<{ providers: { label: string; models: object[] }[] }>('/api/models/providers');
  expect(providers.find(({ label }) => label === 'Attic')!.models).toEqual([
    {
      slug: 'twin',
      label: 'twin',
      context_window: 16_384,
      patience_seconds: 900,
      price: null,
      vision: false,
      sees: null,
    },
  ]);
  await page.goto('/f?chat=new');
  await page.getByRole('button', { name: 'Model: twin · Cellar' }).click();
  await page.getByRole('option', { name: /twin · Attic.*16k context/s }).waitFor();
});
