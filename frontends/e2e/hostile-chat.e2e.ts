import { IMG, LINK, menu, SVG, toast } from './hostile-actions.js';
import { addModel, contentOf } from './page-objects.js';
import { expect, test } from './script-traps.js';

const MODELS = { label: IMG, models: ['plain', IMG] };

test.describe('hostile texts in the chat', () => {
  // Texts come from a fake provider, which only the owner may use.
  test.use({ asOwner: true });

  test('S5 S7 the approval request shows hostile arguments unchanged', async ({ page, user, provider }) => {
    const cmd = `echo '${IMG}' '${LINK}' '\u202egnp.exe'; curl -s http://elsewhere.example.com`;
    const model = await addModel(user, provider, MODELS);
    provider.script(
      (answer) => (
        answer.call('b', 'run_bash_command', { cmd }),
        answer.call('c', 'create_or_rewrite_file', {
          target_file: `Made/${IMG}.md`.replaceAll('<', '(('),
          content: IMG,
        }),
        answer.end('tool_calls')
      ),
      (answer) => (answer.text(`done ${IMG}`), answer.end()),
    );
    const pasted = { id: 'p', kind: 'text', title: SVG, content: SVG, createdAt: new Date(0).toISOString() };
    const sent = await user.json<{ conversation_id: string }>('/api/conversations/new/messages', {
      text: IMG,
      model,
      attachments: [{ ...pasted, lineCount: 1, charCount: SVG.length }],
    });
    await page.goto(`/f?chat=${sent.conversation_id}`);
    const card = page.getByRole('group', { name: 'Question before running' });
    // The question quotes what was pasted, which cannot end the quotation.
    await card.getByText(`“${SVG.replaceAll('"', "'")}”`).waitFor();
    const shown = (await card.getByLabel('What tried to reach it').textContent())!;
    expect(shown).toContain(IMG);
    expect(shown).not.toContain('\u202e');
    await card.getByRole('button', { name: 'Once' }).click();
    await page.getByText(`done ${IMG}`).first().waitFor();
  });

  test('S5 CH-10 tool results, errors, the receipt and its Undo are shown as text', async ({
    page,
    user,
    provider,
  }) => {
    const name = `receipt ${IMG}.md`;
    const model = await addModel(user, provider, MODELS);
    provider.script(
      (answer) => (
        answer.call('a', 'create_or_rewrite_file', { target_file: name, content: LINK }),
        answer.end('tool_calls')
      ),
      (answer) => (answer.call('b', 'read_file', { target_file: `${SVG}/none.md` }), answer.end('tool_calls')),
      (answer) => (answer.call('c', IMG, { [SVG]: LINK }), answer.end('tool_calls')),
      (answer) => (answer.call('d', 'read_file', { [IMG]: 1 }), answer.end('tool_calls')),
      (answer) => (answer.text('the receipt is below'), answer.end()),
    );
    const sent = await user.json<{ conversation_id: string; run_id: string }>('/api/conversations/new/messages', {
      text: 'go',
      model,
    });
    await (await user.fetch(`/api/runs/${sent.run_id}/events`)).text();
    await page.goto(`/f?chat=${sent.conversation_id}`);
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.getByText(name).waitFor();
    await page.evaluate(() =>
      document.querySelectorAll<HTMLElement>('[role=log] [aria-expanded=false]').forEach((folded) => folded.click()),
    );
    await page.getByText(`There is no tool ${IMG} here`).first().waitFor();
    expect(await contentOf(user, name)).toBe(LINK);
    // Changed since then, so that Undo keeps the file and the toast has to name it.
    await user.json('/api/files/write', { root: 'w', path: [name], content: 'mine', base: { any: true } });
    await receipt.getByRole('button', { name: 'Undo' }).click();
    await toast(page, `${name}:`).waitFor();
  });

  test('S5 CH-06 chat titles are text in the list, the heading, the search, the palette and the dialogs', async ({
    page,
    user,
  }) => {
    const { id } = await user.json<{ id: string }>('/api/conversations', { title: IMG });
    await page.goto(`/f?chat=${id}&chat_view=full`);
    await page.getByRole('heading', { name: IMG }).waitFor();
    const chats = page.getByRole('navigation', { name: 'Chats' });
    await page
      .getByRole('button', { name: 'Chats', exact: true })
      .or(page.getByRole('tab', { name: 'Chats', exact: true }))
      .first()
      .click();
    const line = chats.getByRole('link', { name: IMG });
    await menu(page, line, 'Rename');
    const field = page.getByRole('textbox', { name: 'Name of the chat' });
    expect(await field.inputValue()).toBe(IMG);
    await field.fill(SVG);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: SVG }).waitFor();
    await page.getByRole('button', { name: 'Search chats' }).click();
    await page.getByRole('textbox', { name: 'Search chats' }).fill('onerror');
    await chats
      .getByText(/onerror/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search files, chats and commands').fill('svg onload');
    await page.getByRole('option').filter({ hasText: SVG }).first().waitFor();
    await page.keyboard.press('Escape');
    await menu(page, chats.getByRole('link', { name: SVG }), 'Delete');
    await page.getByText(`Delete “${SVG}”?`).waitFor();
    await page.keyboard.press('Escape');
  });

  test('S5 CH-01 error messages of a provider are shown as text', async ({ page, user, provider }) => {
    const model = await addModel(user, provider, MODELS);
    provider.script((answer) => answer.status(400, {}, { error: { message: `${IMG} ${LINK}` } }));
    const sent = await user.json<{ conversation_id: string; run_id: string }>('/api/conversations/new/messages', {
      text: 'fail',
      model,
    });
    await (await user.fetch(`/api/runs/${sent.run_id}/events`)).text();
    await page.goto(`/f?chat=${sent.conversation_id}`);
    await page.getByRole('log').getByRole('article').last().waitFor();
  });
});
