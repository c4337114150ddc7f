import { eventually } from '@zo/testing/eventually';
import { config } from './config.js';
import { IMG, row, SVG } from './hostile-actions.js';
import { addModel, enterTerminal } from './page-objects.js';
import { test } from './script-traps.js';

test.describe('hostile texts in settings', () => {
  // Only the owner may use a fake provider, and sees the users.
  test.use({ asOwner: true });

  test('S5 MD-01 labels and models of providers are text in the list, its dialogs and toasts', async ({
    page,
    user,
    provider,
  }) => {
    await addModel(user, provider, { label: IMG, models: ['plain', IMG] });
    await page.goto('/settings#your-ai');
    await page.getByText(IMG).first().waitFor();
    await page.getByRole('button', { name: 'Options' }).first().click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText(`Remove ${IMG}?`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Test', exact: true }).first().click();
    await page.getByRole('button', { name: 'Test', exact: true }).first().waitFor();
  });

  test('S5 ZF-01 names and prompts of personas are text in the list, its dialogs and the composer', async ({
    page,
    user,
  }) => {
    const { id } = await user.json<{ id: string }>('/api/zofiles/', { name: IMG, prompt: `${IMG}${SVG}` });
    await user.post(`/api/zofiles/active/${id}`, {}, 'PUT');
    await page.goto('/settings#your-ai');
    // In the list of personas, and in that of how much each asks.
    await page.getByText(IMG, { exact: true }).nth(1).waitFor();
    await page.getByRole('button', { name: `Options of ${IMG}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText(`Delete ${IMG}?`).waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/f?chat=new');
    await page.getByRole('button', { name: `Persona: ${IMG}` }).click();
    await page.getByRole('menuitem', { name: IMG }).waitFor();
    await page.keyboard.press('Escape');
    await user.fetch(`/api/zofiles/${id}`, { method: 'DELETE' });
  });

  test('S5 names, devices and addresses of users are shown as text', async ({ page, user, product }) => {
    await user.post('/api/auth/me', { full_name: IMG }, 'PATCH');
    await fetch(`${product.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `${IMG} ${SVG}` },
      body: JSON.stringify({ email: config.owner.email, password: config.owner.password }),
    });
    await page.goto('/settings#account');
    await page.reload();
    await eventually(async () => (await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()) === IMG);
    await page.getByText('This device', { exact: true }).waitFor();
    await page.goto('/settings#people');
    await page.getByText('Sign-up').first().waitFor();
    await user.post('/api/auth/me', { full_name: '' }, 'PATCH');
  });
});

test.describe('hostile texts in handles and the terminal', () => {
  test('S5 AU-02 a hostile handle, e-mail and invitation in the address or the form are shown as text', async ({
    another,
    product,
    trap,
  }) => {
    const other = await trap(await another(product.url));
    for (const path of [
      `/?handle=${encodeURIComponent(IMG)}`,
      `/signup?handle=${encodeURIComponent(IMG)}&invitation=${encodeURIComponent(SVG)}`,
      `/login?next=${encodeURIComponent('javascript:zoTrap(1)')}`,
    ]) {
      await other.page.goto(path);
      await other.page.getByRole('textbox').first().fill(IMG);
      await other.page.keyboard.press('Enter');
      await other.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    }
  });

  test('S5 a program in the terminal cannot put markup into its tab title', async ({ page }) => {
    await page.goto('/f/w');
    await page.getByRole('grid', { name: 'Workspace' }).waitFor();
    await page.keyboard.press('Control+Backquote');
    await enterTerminal(page);
    await page.keyboard.type(
      `printf '\\033]0;${IMG}\\007\\033]8;;javascript:zoTrap(1)\\033\\\\link\\033]8;;\\033\\\\ said-it'; touch ` +
        'said.txt\n',
    );
    await row(page, 'said.txt').waitFor();
  });
});
