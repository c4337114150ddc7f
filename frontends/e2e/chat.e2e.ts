import { eventually } from '@zo/testing/eventually';
import type { FakeProvider } from '../../infra/testing/product/fake-provider.js';
import { addModel, contentOf, say, write } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';
import { SALES } from './sample-files.js';
import { expect, test } from './fixture.js';

test.describe('the chat', () => {
  test('CH-01 CH-10 without a model the built-in helper runs plain commands and names itself @replicas', async ({
    page,
    user,
  }) => {
    await write(user, { 'sales.csv': SALES });
    await page.goto('/f?chat=new');
    await page.getByRole('link', { name: 'Add a model' }).waitFor();
    await say(page, 'read sales.csv');
    await page.getByText('2026-05,4821').first().waitFor();
    await say(page, 'write helper-note.md: made by the helper');
    await eventually(async () => (await contentOf(user, 'helper-note.md'))?.includes('made by the helper'));
    await say(page, 'run ls -la');
    await page.getByText('sales.csv').last().waitFor();
    await saveScreenshots(page, '7-helper');
  });

  test('CH-10 the list follows new text while scrolled to the end; scrolling up stays in place', async ({ page }) => {
    await page.goto('/f?chat=new');
    for (let asked = 1; asked <= 3; asked++) {
      await say(page, 'what can you do?');
      await page
        .getByRole('article', { name: 'Answer' })
        .nth(asked - 1)
        .getByText('Add a model')
        .waitFor();
      await page.getByRole('button', { name: 'Send' }).waitFor();
    }
    const left = await page.getByRole('log').evaluate(async (log) => {
      const box = log.parentElement!;
      const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      box.scrollTop -= 40;
      await frames();
      // Between two frames: the browser reports a scroll only after the new piece has been added.
      await new Promise((resolve) => setTimeout(resolve));
      box.scrollTop += 40;
      const piece = log.appendChild(document.createElement('div'));
      piece.style.height = '300px';
      await frames();
      const rest = box.scrollHeight - box.scrollTop - box.clientHeight;
      piece.remove();
      return rest;
    });
    expect(left).toBeLessThan(2);
    const jump = page.getByRole('button', { name: 'Jump to the latest' });
    expect(await jump.count()).toBe(0);
    await page.getByRole('log').hover();
    await page.mouse.wheel(0, -400);
    await jump.click();
    await jump.waitFor({ state: 'detached' });
  });

  test('CH-02 Enter sends; with Shift, Control or Meta it does not; Escape leaves the field', async ({ page }) => {
    await page.goto('/f?chat=new');
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('run echo one');
    for (const chord of ['Shift+Enter', 'Control+Enter', 'Meta+Enter']) await field.press(chord);
    expect(await page.getByRole('article', { name: 'You' }).count()).toBe(0);
    await field.press('Escape');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
    await field.fill('run echo one');
    await field.press('Enter');
    await page.getByRole('article', { name: 'You' }).getByText('run echo one').waitFor();
    expect(await field.inputValue()).toBe('');
  });

  test('CH-01 text typed while the first message is being sent starts no second chat and is kept', async ({ page }) => {
    await page.goto('/f?chat=new');
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    let sent = 0;
    await page.route(/\/messages\/stream$/, async (route) => {
      sent++;
      await opened;
      await route.continue();
    });
    await say(page, 'run echo first');
    await page.getByRole('status', { name: 'Loading chat' }).waitFor();
    await say(page, 'run echo second');
    const field = page.getByRole('textbox', { name: 'Message' });
    await eventually(async () => (await field.inputValue()) === 'run echo second');
    open();
    await page.waitForURL(/chat=[0-9a-f-]{36}/);
    await page.getByRole('article', { name: 'Answer' }).getByText('first').first().waitFor();
    expect([sent, await field.inputValue()]).toEqual([1, 'run echo second']);
  });

  test('CH-01 a first message whose page was reloaded before the answer began is in its chat, and not unsent', async ({
    page,
    user,
  }) => {
    await page.goto('/f?chat=new');
    // The server takes it, and the page hears nothing of that.
    await page.route(/\/messages\/stream$/, (route) => void route.fetch().catch(() => undefined));
    await say(page, 'run echo first');
    const chats = async () => (await user.json<{ conversations: object[] }>('/api/conversations')).conversations.length;
    await eventually(async () => (await chats()) === 1);
    await page.reload();
    await page.waitForURL(/chat=[0-9a-f-]{36}/);
    await page.getByRole('article', { name: 'Answer' }).getByText('first').first().waitFor();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
    expect(await chats()).toBe(1);
  });
});

test.describe('the chat with a model', () => {
  test.use({ asOwner: true });

  test('MD-01 MD-02 a model is added without a restart: tested, then selected @replicas', async ({
    page,
    user,
    provider,
  }) => {
    provider.script((answer, request) => {
      if (request.tools?.length) answer.call('probe', request.tools[0]!.function.name, {});
      else answer.text('ok');
      answer.end(request.tools?.length ? 'tool_calls' : 'stop');
    });
    await page.goto('/settings#your-ai');
    await page.getByRole('button', { name: /add/i }).first().click();
    await page.getByRole('button', { name: 'Provider: OpenAI' }).click();
    await page
      .getByRole('option', { name: /compatible/i })
      .or(page.getByRole('menuitem', { name: /compatible/i }))
      .or(page.getByRole('menuitemradio', { name: /compatible/i }))
      .click();
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(provider.url);
    await saveScreenshot(page, '6-add-model');
    await page.getByRole('button', { name: 'Test and add' }).click();
    await eventually(async () => (await user.json<{ value: string }[]>('/api/models/available')).length > 1);
    await saveScreenshots(page, '6-providers');
  });

  test('CH-10 TL-01 the assistant reads, runs and writes on the same computer; the answer streams, with a receipt @replicas', async ({
    page,
    user,
    provider,
  }) => {
    provider.script(
      (answer) => (
        answer.text('I will look at the file. '),
        answer.call('c1', 'read_file', { target_file: 'sales.csv' }),
        answer.end('tool_calls')
      ),
      (answer) => (
        answer.call('c2', 'run_bash_command', { cmd: 'sort -t, -k2 -n -r sales.csv | head -1' }),
        answer.end('tool_calls')
      ),
      (answer) => (
        answer.call('c3', 'create_or_rewrite_file', {
          target_file: 'report.md',
          content: '# Best month\n\nMay 2026 with 4,821.\n',
        }),
        answer.end('tool_calls')
      ),
      (answer) => (answer.text('The best month is **May 2026**.'), answer.end()),
    );
    await addModel(user, provider);
    await write(user, { 'sales.csv': SALES });
    await page.goto('/f?chat=new');
    await say(page, 'Look at sales.csv, tell me the best month, and write report.md');
    await page.getByText('The best month is').waitFor();
    await page.getByRole('region', { name: 'Receipt' }).waitFor();
    expect(await contentOf(user, 'report.md')).toContain('May 2026');
    expect(new URL(page.url()).searchParams.get('chat')).toMatch(/^[0-9a-f-]{36}$/);
    await saveScreenshots(page, '6-answer');
    // The file opens beside the chat.
    await page
      .getByRole('region', { name: 'Receipt' })
      .getByRole('link', { name: /report/ })
      .click();
    await page.waitForURL(/\/f\/w\/report\.md\?chat=/);
    await page.getByRole('heading', { name: 'Best month', exact: true }).waitFor();
    await page.getByRole('log').getByText('The best month is').waitFor();
    await saveScreenshots(page, '6-beside');
    await page.getByRole('region', { name: 'Receipt' }).getByRole('button', { name: /undo/i }).click();
    await eventually(async () => (await contentOf(user, 'report.md')) === null);
  });

  test('CH-10 what commands deleted, renamed and changed stands on the receipt, is undone and redone @replicas', async ({
    page,
    user,
    provider,
  }) => {
    await addModel(user, provider);
    await write(user, { 'Shop/prices.csv': 'tea,4', 'Shop/draft.md': 'draft', 'Shop/old.txt': 'old' });
    const command = 'cd Shop && sed -i s/4/5/ prices.csv && mv draft.md final.md && rm old.txt && echo 1 > new.txt';
    provider.script(
      (answer) => (
        answer.call('a', 'run_sequential_cmds', { cmd_list: [command, 'exit 3', 'echo never'] }),
        answer.end('tool_calls')
      ),
      (answer) => (answer.text('All in order.'), answer.end()),
    );
    await page.goto('/f?chat=new');
    await say(page, 'Put the shop in order');
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.getByText('4 files · 2 commands').waitFor();
    await expect(receipt.getByRole('link')).toHaveText([
      /Shop \/ draft\.md → final\.md.*renamed/,
      /Shop \/ new\.txt.*new/,
      /Shop \/ prices\.csv.*changed/,
    ]);
    await expect(receipt.getByText(/Shop \/ old\.txt/)).toHaveCSS('text-decoration-line', 'line-through');
    await receipt.getByText('4 files · 2 commands').click();
    await expect(receipt.getByRole('list', { name: 'Commands' }).getByRole('listitem')).toHaveText([
      /^cd Shop/,
      /^exit 3.*exit code 3$/,
    ]);
    await expect(page.getByRole('article', { name: 'Answer' }).getByText('m', { exact: true })).toBeAttached();
    await saveScreenshots(page, '6-receipt');

    await receipt.getByRole('button', { name: 'Undo' }).click();
    await receipt.getByText('Undone').waitFor();
    expect(await contentOf(user, 'Shop', 'prices.csv')).toContain('tea,4');
    expect(await contentOf(user, 'Shop', 'old.txt')).toContain('old');
    expect(await contentOf(user, 'Shop', 'new.txt')).toBeNull();
    await saveScreenshots(page, '6-receipt-undone');
    await receipt.getByRole('button', { name: 'Redo' }).click();
    await receipt.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await contentOf(user, 'Shop', 'final.md')).toContain('draft');
    expect(await contentOf(user, 'Shop', 'old.txt')).toBeNull();
  });

  test('CH-01 CH-10 a reload, a second device and a killed chat process lose no text; Stop ends the answer @replicas', async ({
    page,
    user,
    tab,
    provider,
    product,
  }) => {
    test.setTimeout(240_000);
    const gate = { open: false };
    const drip: Parameters<FakeProvider['script']>[0] = async (answer) => {
      for (let n = 0; !gate.open && !answer.cancelled; n++) {
        answer.text(`word${n} `);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      answer.text('the end');
      answer.end();
    };
    await addModel(user, provider);
    provider.script(drip);
    await page.goto('/f?chat=new');
    await say(page, 'Talk for a while');
    await page.getByText(/word5 /).waitFor();
    await page.reload();
    await page.getByText(/word0 .*word9 /).waitFor();
    const second = await tab.context.newPage();
    await second.goto(page.url());
    await second.getByText(/word0 .*word12 /).waitFor();
    for (const pid of product.services()) process.kill(pid, 'SIGKILL');
    const before = /word0 .*/.exec(await page.getByRole('log').innerText())![0];
    gate.open = true;
    await page.getByText('the end').first().waitFor({ timeout: 90_000 });
    expect(await page.getByRole('log').innerText()).toContain(before.trim().split(' ').slice(0, 10).join(' '));
    gate.open = false;
    provider.script(drip);
    await product.whole();
    const asked = provider.requests.length;
    await say(page, 'Again');
    // The first answer has the same words, so wait for the second request.
    await eventually(() => provider.requests.length > asked);
    await page
      .getByText(/word3 /)
      .nth(1)
      .waitFor();
    await page.getByRole('button', { name: 'Stop generation' }).click();
    // The tests of the chat service check how soon; this machine is too busy here.
    await eventually(() => provider.requests.at(-1)!.cancelled, 5_000);
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await second.close();
  });
});
