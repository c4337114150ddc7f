import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, say } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

const SITE = `<title>Corner shop</title><body style="font:20px sans-serif;background:#fff5e6;padding:40px">
<h1>Corner shop</h1><p>Fresh bread every morning.</p><button>Order</button><div style="height:1200px"></div>`;
const SERVE = `mkdir -p ~/sites/shop && cd ~/sites/shop && printf %s '${SITE}' > index.html
(setsid python3 -m http.server 3000 --bind 127.0.0.1 > /dev/null 2>&1 &)
until curl -sf http://localhost:3000 > /dev/null; do sleep 0.05; done`;

// The model is on this machine, which only the owner may connect.
test.use({ asOwner: true });

test('TL-01 TL-02 the assistant looks at a page of the computer, and the person sees the screenshot', async ({
  page,
  user,
  provider,
}) => {
  provider.script(
    (answer) => {
      answer.call('s', 'run_bash_command', { cmd: SERVE });
      answer.end('tool_calls');
    },
    (answer) => {
      answer.call('v', 'view_webpage', { url: 'localhost:3000' });
      answer.end('tool_calls');
    },
    (answer) => {
      answer.text('Your shop is open.');
      answer.end();
    },
  );
  await addModel(user, provider);
  await page.goto('/f?chat=new');
  await say(page, 'look at my shop');
  await page.getByText('Your shop is open.').waitFor();
  const image = page.getByRole('img', { name: 'Screenshot of localhost:3000' });
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1_280);
  await expect(page.getByText('Looked at')).toBeVisible();
  await saveScreenshots(page, '6-view-webpage');
  expect(await axeFindings(page, 'screenshot', 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Show the whole screenshot' }).click();
  await page.getByRole('button', { name: 'Show less of the screenshot' }).waitFor();
  expect(await image.evaluate((shown) => shown.clientHeight)).toBeGreaterThan(224);
  // What the page says is on the answer, too.
  await page.getByRole('button', { name: 'Looked at, details' }).click();
  await page.getByText('# Corner shop').waitFor();
});
