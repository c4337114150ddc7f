import { eventually } from '@zo/testing/eventually';
import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, say } from './page-objects.js';
import { PHOTO } from './sample-files.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

interface Zofile {
  readonly id: string;
  readonly name: string;
  readonly prompt: string;
  readonly image: string | null;
}

test.describe('personas', () => {
  // Only the owner may use a fake provider.
  test.use({ asOwner: true });

  test('ZF-01 ZF-03 ZF-04 a persona made in the settings is picked in the composer and shapes the answer', async ({
    page,
    user,
    provider,
  }) => {
    const personas = () => user.json<Zofile[]>('/api/zofiles/');
    const model = await addModel(user, provider);
    await page.goto('/settings#your-ai');
    await page.getByRole('button', { name: 'New persona' }).click();
    const form = page.getByRole('form', { name: 'New persona' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Editor');
    await form.getByRole('textbox', { name: 'Prompt' }).fill('Answer in rhymes.');
    const choosing = page.waitForEvent('filechooser');
    await form.getByRole('button', { name: 'Add picture' }).click();
    const chooser = await choosing;
    await chooser.setFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="x()"/>') });
    await form.getByRole('alert').getByText('This picture cannot be read.').waitFor();
    const again = page.waitForEvent('filechooser');
    await form.getByRole('button', { name: 'Add picture' }).click();
    await (await again).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: PHOTO });
    await form.getByRole('button', { name: 'Remove picture' }).waitFor();
    expect(await axeFindings(page, 'persona form', 'main')).toEqual([]);
    await saveScreenshots(page, 'persona-form');
    // Turning a phone crosses the width at which the layout changes.
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('navigation', { name: 'Places' }).waitFor();
    await expect(form.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Answer in rhymes.');
    await page.setViewportSize(size);
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Editor created').waitFor();
    const [editor] = await personas();
    expect(editor).toMatchObject({ name: 'Editor', prompt: 'Answer in rhymes.' });
    expect(editor!.image).toMatch(/^data:image\/(webp|png|jpeg);base64,/);

    await page.goto('/f?chat=new');
    await page.getByRole('button', { name: 'Persona: No persona' }).click();
    await page.getByRole('menuitem', { name: 'Editor' }).waitFor();
    await saveScreenshot(page, 'persona-menu');
    await page.getByRole('menuitem', { name: 'Editor' }).click();
    await page.getByRole('button', { name: 'Persona: Editor' }).waitFor();
    provider.script((answer) => {
      answer.text('Roses are red.');
      answer.end();
    });
    await say(page, 'hello');
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.getByText('Roses are red.').waitFor();
    await answer.hover();
    await answer.getByText('Editor', { exact: true }).waitFor();
    const told = JSON.stringify(provider.requests.at(-1)!.request.messages[0]);
    expect(told).toContain('Answer in rhymes.');
    await saveScreenshots(page, 'persona-answer');

    await page.goto('/settings#your-ai');
    await page.getByText('Answers in chats').waitFor();
    await saveScreenshots(page, 'personas');
    await page.getByRole('button', { name: 'Options of Editor' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No persona yet').waitFor();
    await eventually(async () => (await personas()).length === 0);
    expect(await user.json('/api/zofiles/active')).toMatchObject({ main: null });
    await user.fetch(`/api/models/providers/${model.split(':')[0]}`, { method: 'DELETE' });
  });
});
