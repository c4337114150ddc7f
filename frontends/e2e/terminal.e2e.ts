import { eventually } from '@zo/testing/eventually';
import type { Product } from '../../infra/testing/product/product.js';
import { contentOf, enterTerminal, row, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { SALES } from './sample-files.js';
import { expect, test, type Page } from './fixture.js';

/** After a longer pause the terminal takes keys for the beginning of a line. */
const TYPING_PAUSE_MS = 700;

/**
 * Kills the services and types a line that ends after the terminal is connected again: the end of a line without its
 * beginning is another command. The page presses the keys itself, because a test that does may be late. Returns the
 * longest pause between two keys in milliseconds.
 */
async function typeAcrossRestart(page: Page, product: Product, end: string): Promise<number> {
  for (const pid of product.services()) process.kill(pid, 'SIGKILL');
  await page.getByText(/^(Reconnecting|Connecting)/).waitFor();
  const pause = await page.evaluate(
    (end) =>
      new Promise<number>((resolve) => {
        let pressedAt = performance.now();
        let longest = 0;
        const press = (keys: Element, text: string) => {
          longest = Math.max(longest, performance.now() - pressedAt);
          pressedAt = performance.now();
          for (const char of text)
            keys.dispatchEvent(new KeyboardEvent('keypress', { charCode: char.charCodeAt(0), cancelable: true }));
        };
        const timer = setInterval(() => {
          const keys = document.querySelector('.xterm-helper-textarea');
          if (!keys) return;
          press(keys, 'x');
          if (!keys.closest('[aria-busy="false"]')) return;
          press(keys, `${end}\r`);
          clearInterval(timer);
          resolve(longest);
        }, 20);
      }),
    end,
  );
  await product.whole();
  return pause;
}

test.beforeEach(({ user }) => write(user, { 'sales.csv': SALES }));

test.describe('the terminal', () => {
  test('CH-08 LS-03 the terminal is a real shell; its changes show at once, and it survives a reload and a restart of the services @replicas', async ({
    page,
    user,
    product,
  }) => {
    await page.goto('/f/w');
    await row(page, 'sales.csv').waitFor();
    await page.keyboard.press('Control+Backquote');
    await enterTerminal(page);
    await page.keyboard.type('echo made by the shell > shell.txt; export KEPT=still-here\n');
    await row(page, 'shell.txt').waitFor();
    // Enlarging the panel keeps the focus in the terminal.
    await page.getByRole('button', { name: 'Make larger' }).click();
    await page.keyboard.type('echo large > large.txt\n');
    await eventually(async () => (await contentOf(user, 'large.txt')) === 'large\n');
    await page.getByRole('button', { name: 'Make smaller' }).click();
    await page.reload();
    await page.locator('.xterm-helper-textarea').waitFor({ state: 'attached' });
    await page.locator('.xterm-rows').getByText('made by the shell').first().waitFor();
    // A busy page may pause between two keys; what follows a pause is a line of its own.
    let round = 0;
    do round++;
    while ((await typeAcrossRestart(page, product, `; echo end > end${round}.txt`)) >= TYPING_PAUSE_MS);
    await eventually(async () => {
      await page.locator('.xterm-helper-textarea').focus();
      await page.keyboard.type('echo $KEPT > kept.txt\n');
      return eventually(async () => (await contentOf(user, 'kept.txt')) === 'still-here\n', 1_000);
    });
    expect(await contentOf(user, `end${round}.txt`)).toBeNull();
    await saveScreenshots(page, '5-terminal');
  });

  test('CH-08 text typed before the shell is attached is queued', async ({ page, user }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.routeWebSocket(/\/api\/terminals\/.*\/attach/, (browser) => {
      const server = browser.connectToServer();
      server.onMessage((message) => void held.then(() => browser.send(message)));
    });
    await page.goto('/f/w');
    await row(page, 'sales.csv').waitFor();
    await page.keyboard.press('Control+Backquote');
    await page.getByText('Connecting…').waitFor();
    await page.locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('echo typed ahead > ahead.txt\n');
    release();
    await eventually(async () => (await contentOf(user, 'ahead.txt')) === 'typed ahead\n');
  });

  test('CH-08 when the computer restarts, the panel says that its shells ended and offers a new one', async ({
    page,
    product,
  }) => {
    await page.goto('/f/w');
    await row(page, 'sales.csv').waitFor();
    await page.keyboard.press('Control+Backquote');
    await enterTerminal(page);
    for (const pid of product.agents()) process.kill(pid, 'SIGKILL');
    const panel = page.getByRole('region', { name: 'Terminal' });
    await panel.getByText('Shells end when your computer restarts or sleeps.').waitFor();
    await panel.getByRole('button', { name: 'New terminal' }).last().click();
    await enterTerminal(page);
    await expect(panel.getByText('Shells end when your computer restarts or sleeps.')).toBeHidden();
  });

  test('CH-08 queries in replayed output are not answered again after a reload', async ({ page, user }) => {
    await page.goto('/f/w');
    await row(page, 'sales.csv').waitFor();
    await page.keyboard.press('Control+Backquote');
    await enterTerminal(page);
    // As vim does at its start: queries the type of the terminal and reads the reply.
    await page.keyboard.type(`printf '\\033[c'; IFS= read -rsd c -t 9 answer; echo \${#answer} > asked.txt\n`);
    await eventually(async () => Number(await contentOf(user, 'asked.txt')) > 2);
    await page.reload();
    await enterTerminal(page);
    await page.locator('.xterm-rows').getByText('asked.txt').first().waitFor();
    await page.keyboard.type('echo clean > clean.txt\n');
    await eventually(async () => (await contentOf(user, 'clean.txt')) === 'clean\n');
  });

  test('CH-08 with the feature on, the chat switches to a terminal and back; with it off, there is no switch', async ({
    page,
    user,
  }) => {
    await page.goto('/f?chat=new');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Terminal', exact: true }).count()).toBe(0);
    await page.goto('/settings/computer');
    await page.getByRole('switch', { name: 'Terminal in the chat panel' }).click();
    await page.goto('/f?chat=new');
    await page.getByRole('tab', { name: 'Terminal', exact: true }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor({ state: 'detached' });
    await enterTerminal(page);
    await page.keyboard.type('echo by the chat > mode.txt\n');
    await eventually(async () => (await contentOf(user, 'mode.txt')) === 'by the chat\n');
    await saveScreenshots(page, '5-terminal-mode');
    await page.getByRole('tab', { name: 'Chat', exact: true }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });

  test('CH-08 terminals have names, stand side by side, and their output is searched', async ({ page, user }) => {
    await page.goto('/f/w');
    await row(page, 'sales.csv').waitFor();
    await page.keyboard.press('Control+Backquote');
    await enterTerminal(page);
    await page.keyboard.type('mkdir -p Sales && cd Sales && seq 1 2000\n');
    const shells = page.getByRole('group', { name: 'Terminals' });
    await shells.getByRole('button', { name: 'bash Sales' }).dblclick();
    await page.getByRole('textbox', { name: 'Name of the terminal' }).fill('numbers');
    await page.keyboard.press('Enter');
    await shells.getByRole('button', { name: 'numbers Sales' }).waitFor();

    await page.locator('.xterm-helper-textarea').focus();
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('textbox', { name: 'Find in terminal' }).fill('199');
    await page.getByText('of 12', { exact: false }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Split terminal' }).click();
    const screens = page.locator('[aria-busy="false"]').filter({ has: page.locator('.xterm') });
    await expect(screens).toHaveCount(2);
    await page.keyboard.type('echo beside > beside.txt\n');
    await eventually(async () => (await contentOf(user, 'beside.txt')) === 'beside\n');
    await saveScreenshots(page, 'terminal-split');
    await page.reload();
    await shells.getByRole('button', { name: 'numbers Sales' }).waitFor();
    await expect(screens).toHaveCount(2);
  });
});
