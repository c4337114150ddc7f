import { axeFindings } from './axe.js';
import { addModel, contentOf, say, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

test.use({ asOwner: true });

test('CH-10 the assistant asks a question, and takes an answer from the list or in other words', async ({
  page,
  user,
  provider,
}) => {
  await addModel(user, provider);
  const ask = { question: 'Which trip shall I plan first?', options: ['Lisbon in May', 'Oslo in June'] };
  const told: string[] = [];
  provider.script(
    (answer) => {
      answer.call('q1', 'ask_user', ask);
      answer.end('tool_calls');
    },
    (answer, { messages }) => {
      told.push(String(messages.at(-1)!.content));
      answer.call('q2', 'ask_user', { question: 'For how many people?' });
      answer.end('tool_calls');
    },
    (answer, { messages }) => {
      told.push(String(messages.at(-1)!.content));
      answer.text('Planned.');
      answer.end();
    },
  );
  await page.goto('/f?chat=new');
  await say(page, 'Plan my trips');
  const card = page.getByRole('group', { name: 'Question from Zo' });
  await card.getByText(ask.question).waitFor();
  await saveScreenshots(page, 'chat-question');
  expect(await axeFindings(page, 'a question', '[aria-label="Chat"]')).toEqual([]);
  await page.reload();
  await card.getByRole('button', { name: 'Oslo in June' }).click();
  await card.getByText('For how many people?').waitFor();
  await expect(card.getByRole('button', { name: 'Answer' })).toBeDisabled();
  await card.getByRole('textbox', { name: 'Your answer' }).fill('two, and a dog');
  await card.getByRole('textbox', { name: 'Your answer' }).press('Enter');
  await page.getByText('Planned.').waitFor();
  await expect(card).toHaveCount(0);
  expect(told).toEqual(['Oslo in June', 'two, and a dog']);
});

test('TL-01 perform_coding_task shows its steps and its question in the answer, and is undone with it', async ({
  page,
  user,
  provider,
}) => {
  await addModel(user, provider);
  await write(user, { 'app/todo.txt': 'greet\n' });
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  provider.script(
    (answer) => {
      answer.call('task', 'perform_coding_task', { cwd: 'app', prompt: 'Write the greeting and check it.' });
      answer.end('tool_calls');
    },
    (answer) => {
      answer.call('r', 'read_file', { target_file: 'app/todo.txt' });
      answer.call('w', 'create_or_rewrite_file', { target_file: 'app/hello.txt', content: 'hello\n' });
      answer.call('c', 'run_bash_command', { cmd: 'cat hello.txt', cwd: 'app' });
      answer.end('tool_calls');
    },
    async (answer) => {
      answer.text('I wrote the greeting.');
      await gate;
      answer.end();
    },
    (answer) => {
      answer.text('The greeting is in place.');
      answer.end();
    },
  );
  await page.goto('/f?chat=new');
  await say(page, 'Greet');
  const steps = page.getByRole('group', { name: 'Steps of this part' });
  await steps.getByText('3 steps').waitFor();
  await steps.getByText('cat hello.txt').waitFor();
  await saveScreenshots(page, 'chat-part');
  expect(await axeFindings(page, 'a part of an answer', '[aria-label="Chat"]')).toEqual([]);
  open();
  await page.getByText('The greeting is in place.').waitFor();
  // Folded at its end, and opened again after a reload.
  await expect(steps.getByText('cat hello.txt')).toHaveCount(0);
  await page.reload();
  await steps.getByRole('button', { name: '3 steps' }).click();
  await steps.getByText('cat hello.txt').waitFor();
  expect(await contentOf(user, 'app', 'hello.txt')).toBe('hello\n');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => contentOf(user, 'app', 'hello.txt')).toBeNull();
});
