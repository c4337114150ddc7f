import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, write } from './page-objects.js';
import { PHOTO } from './sample-files.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

test.describe('pictures', () => {
  test.use({ asOwner: true });

  test('CH-05 a pasted picture is seen by a model that is set to see, and each file says what became of it', async ({
    page,
    user,
    provider,
  }) => {
    await write(user, { 'plan.md': 'Paint the fence.\n' });
    await addModel(user, provider);
    await page.goto('/settings#your-ai');
    await page.getByRole('button', { name: 'Options' }).first().click();
    await page.getByRole('menuitem', { name: 'Limits of models' }).click();
    const form = page.getByRole('form', { name: 'Limits of the models of Fake' });
    await form.getByLabel('Whether m takes pictures').selectOption('Yes');
    await saveScreenshots(page, 'pictures-setting');
    expect(await axeFindings(page, 'limits', 'main')).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Limits saved').waitFor();

    await page.goto('/f/w/plan.md?chat=new');
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('What is in the picture?');
    await field.evaluate(
      (element, bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }));
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [...PHOTO],
    );
    const chips = page.getByRole('list', { name: 'Goes along with the message' });
    await chips.getByRole('link', { name: /^Pasted .*\.png$/ }).waitFor();
    await chips.getByRole('link', { name: 'plan.md' }).waitFor();
    provider.script((answer) => (answer.text('A fence.'), answer.end()));
    await field.press('Enter');
    await page.getByText('A fence.').waitFor();
    expect(JSON.stringify(provider.requests.at(-1)!.request.messages)).toContain('data:image/jpeg;base64,');
    const mine = page.getByRole('article', { name: 'You' }).last();
    await mine.getByRole('button', { name: 'Read whole: plan.md' }).waitFor();
    await mine.getByRole('button', { name: /^Seen as a picture: Pasted/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/about 1,\d\d\d tokens/)
      .waitFor();
    await saveScreenshot(page, 'pictures-fate');
    await page.keyboard.press('Escape');
    expect(await axeFindings(page, 'pictures', 'body')).toEqual([]);
    await saveScreenshots(page, 'pictures');
  });
});
