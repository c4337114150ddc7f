import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel } from './page-objects.js';
import { saveScreenshot } from './screenshots.js';

test.describe('where a file comes from', () => {
  // Only the owner may use a fake provider.
  test.use({ asOwner: true });

  test('the header of a file says which answer made it, from what, and leads there', async ({
    page,
    user,
    provider,
  }) => {
    const model = await addModel(user, provider);
    const base = { absent: true };
    await user.json('/api/files/write', { root: 'w', path: ['notes.md'], content: 'one\n', base });
    provider.script(
      (answer) => (answer.call('a', 'read_file', { target_file: 'notes.md' }), answer.end('tool_calls')),
      (answer) => (
        answer.call('b', 'create_or_rewrite_file', { target_file: 'report.txt', content: 'the sum\n' }),
        answer.end('tool_calls')
      ),
      (answer) => (answer.text('I sent the report to Jonas. I wrote [report.txt](report.txt).'), answer.end()),
    );
    const sent = await user.json<{ run_id: string }>('/api/conversations/new/messages', {
      text: 'Sum up my notes',
      model,
    });
    await (await user.fetch(`/api/runs/${sent.run_id}/events`)).text();

    await page.goto('/f/w/report.txt');
    const note = page.getByRole('button', { name: 'Made by Sum up my notes, from notes.md' });
    await note.waitFor();
    await note.click();
    const popover = page.getByRole('dialog', { name: 'Where this file comes from' });
    await popover.getByRole('link', { name: 'notes.md' }).waitFor();
    expect(await axeFindings(page, 'provenance', '[role=dialog]')).toEqual([]);
    // A resized page closes what is open.
    await saveScreenshot(page, 'provenance');
    await popover.getByRole('link', { name: 'Sum up my notes' }).click();
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.getByText('I sent the report to Jonas.').waitFor();
    // What no step shows is marked, and nothing else is.
    const mark = answer.getByRole('button', { name: 'No step of this answer did this' });
    await expect(mark).toHaveCount(1);
    await mark.click();
    await page.getByText('nothing it did here shows it').waitFor();
    expect(await axeFindings(page, 'claim', '[role=dialog]')).toEqual([]);
    await saveScreenshot(page, 'claim-mark');
    await page.keyboard.press('Escape');

    const { hash } = await user.json<{ hash: string }>('/api/read-fs', { root: 'w', slug: ['report.txt'] });
    await user.json('/api/files/write', {
      root: 'w',
      path: ['report.txt'],
      content: 'the sum, checked\n',
      base: { hash },
    });
    await page.goto('/f/w/report.txt');
    await page.getByRole('button', { name: 'Made by Sum up my notes, from notes.md, Changed by hand since' }).waitFor();
    await page.goto('/f/w/notes.md');
    await page.getByRole('heading', { name: 'notes.md' }).first().waitFor();
    await expect(page.getByRole('button', { name: /^Made by/ })).toHaveCount(0);
    await user.fetch(`/api/models/providers/${model.split(':')[0]}`, { method: 'DELETE' });
  });
});
