import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

test.describe('trust', () => {
  // Only the owner may use a fake provider.
  test.use({ asOwner: true });

  test('RT-07 S7 the settings say what Zo may do, how much it asks, and what it may reach', async ({ page, user }) => {
    await page.goto('/settings#your-ai');
    await page.getByText('After text from outside').first().waitFor();
    const questions = () => page.getByRole('button', { name: /^Questions of Chats without a persona/ });
    await questions().click();
    await page.getByRole('menuitem', { name: 'Ask more' }).click();
    await page.getByText('Zo also asks before every command.').waitFor();
    const { modes } = await user.json<{ modes: { zofile_id: string | null }[] }>('/api/trust-modes');
    const usual = { zofile_id: null, mode: 'ask_more', denied_tools: [], memory: true, denied_skills: [] };
    expect(modes.filter(({ zofile_id }) => zofile_id === null)).toEqual([usual]);
    await page.getByRole('button', { name: 'Tools of Chats without a persona: All tools' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tools of Chats without a persona' });
    const command = dialog.getByRole('switch', { name: 'Run bash command' });
    await expect(command).toBeChecked();
    await command.click();
    await expect(command).not.toBeChecked();
    expect(await axeFindings(page, 'tools of a persona', '[role=dialog]')).toEqual([]);
    await saveScreenshots(page, 'persona-tools');
    await page.keyboard.press('Escape');
    await page.getByText('1 tool off').waitFor();

    const host = page.getByRole('textbox', { name: 'Allow a host' });
    await host.fill('not a host');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('Not allowed').waitFor();
    await host.fill('Packages.Example.com');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    const revoke = page.getByRole('button', { name: 'Take back packages.example.com' });
    await revoke.waitFor();
    await expect(host).toHaveValue('');
    expect(await axeFindings(page, 'trust settings', 'main')).toEqual([]);
    await revoke.scrollIntoViewIfNeeded();
    await saveScreenshots(page, 'trust-settings');
    await revoke.click();
    await page.getByText('Zo will ask about packages.example.com again').waitFor();
    await expect(revoke).toHaveCount(0);
    expect(await user.json('/api/granted-hosts')).toEqual({ hosts: [] });

    await questions().click();
    await page.getByRole('menuitem', { name: 'Balanced' }).click();
    await page.getByText('Zo asks where words from outside').waitFor();
  });

  test('S7 a file that would run by itself is asked about, put in place, and marked on the receipt', async ({
    page,
    user,
    provider,
  }) => {
    const model = await addModel(user, provider);
    provider.script(
      (answer) => (
        answer.call('a', 'run_bash_command', {
          cmd:
            'git init -q repo && printf "echo hello\u202e\n" > repo/.git/hooks/pre-commit && echo "{}" > ' +
            'repo/package.json',
        }),
        answer.end('tool_calls')
      ),
      (answer) => (
        answer.call('b', 'create_or_rewrite_file', { target_file: '.envrc', content: 'x' }),
        answer.end('tool_calls')
      ),
      (answer) => (answer.text('all done'), answer.end()),
    );
    const pasted = { id: 'p', kind: 'text', title: 'Pasted', content: 'words', createdAt: new Date(0).toISOString() };
    const sent = await user.json<{ conversation_id: string }>('/api/conversations/new/messages', {
      text: 'go',
      model,
      attachments: [{ ...pasted, lineCount: 1, charCount: 5 }],
    });
    await page.goto(`/f?chat=${sent.conversation_id}`);
    const card = page.getByRole('group', { name: 'Question before running' });
    await card.getByText('Let this file run by itself?').waitFor();
    await card.getByText('repo/.git/hooks/pre-commit runs by itself when somebody uses git there.').waitFor();
    // A character that would turn the line round is named.
    await card.getByLabel('What is in repo/.git/hooks/pre-commit').getByText('echo hello').waitFor();
    expect(await card.getByLabel('What is in repo/.git/hooks/pre-commit').innerText()).not.toContain('\u202e');
    expect(await axeFindings(page, 'question about a file that runs', '[role=group]')).toEqual([]);
    await saveScreenshots(page, 'approval-run-later');
    await card.getByRole('button', { name: 'Allow' }).click();
    await card.getByText('.envrc runs by itself when a terminal enters the folder.').waitFor();
    await card.getByRole('button', { name: 'No', exact: true }).click();
    await page.getByText('all done').first().waitFor();
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.getByText('look before you run it').waitFor();
    await saveScreenshots(page, 'receipt-run-later');
  });
});
