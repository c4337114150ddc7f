import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './script-traps.js';

const note = (...sources: string[]) =>
  `# Plan\n\n${sources.map((source) => `\`\`\`mermaid\n${source}\n\`\`\`\n`).join('\n')}\nAfter.\n`;
const FLOW = 'graph TD\n  A[Order] --> B{Paid?}\n  B -->|yes| C[Ship]\n  B -->|no| D[Remind]';

const diagrams = (page: Page) => page.getByRole('textbox', { name: /^Text of/ }).getByRole('img', { name: 'Diagram' });
const widthOf = (page: Page, index = 0) =>
  diagrams(page)
    .nth(index)
    .evaluate((image: HTMLImageElement) => image.naturalWidth);

test.describe('diagrams in notes', () => {
  test('ED-02 a mermaid block is drawn, and edited as text', async ({ page, user }) => {
    await write(user, { 'plan.md': note(FLOW, 'sequenceDiagram\n  Ada->>Bob: Hello') });
    await page.goto('/f/w/plan.md');
    await diagrams(page).nth(1).waitFor();
    await eventually(async () => (await widthOf(page)) > 100 && (await widthOf(page, 1)) > 100);
    await saveScreenshots(page, 'diagram');
    const frame = page.locator('iframe[title="Diagrams"]');
    expect([await frame.count(), await frame.getAttribute('sandbox')]).toEqual([1, 'allow-scripts']);
    // Neither the library nor its drawing is in the page of the app.
    expect(await page.evaluate(() => 'mermaid' in window)).toBe(false);
    expect(await page.locator('svg[id^="diagram-"], svg[aria-roledescription]').count()).toBe(0);
    await page.getByRole('tab', { name: 'Edit' }).first().click();
    await page.keyboard.type('\n  D --> E[A third reminder that is rather long]');
    const before = await widthOf(page);
    await page.getByRole('tab', { name: 'View' }).first().click();
    await eventually(async () => (await diagrams(page).count()) === 2 && (await widthOf(page)) !== before);
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  test('ED-10 an error in the source stands in place of the diagram', async ({ page, user }) => {
    await write(user, { 'wrong.md': note('graph TD\n  A --> ', FLOW) });
    await page.goto('/f/w/wrong.md');
    const alert = page.getByRole('alert').filter({ hasText: 'Mermaid diagram error:' });
    await alert.getByText('Edit the diagram or ask Zo to fix it.').waitFor();
    // A diagram after it is drawn nevertheless.
    await eventually(async () => (await widthOf(page)) > 100);
  });
});

test.describe('hostile diagrams', () => {
  test.use({ expectedErrors: [/Content Security Policy/] });

  test('S5 ED-02 nothing in a diagram runs or sends requests', async ({ page, user, canary }) => {
    const attacks = [
      `graph TD; A["<img src=x onerror=zoTrap(1)>"] --> B; click A "javascript:zoTrap(1)"`,
      `%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "@import url(${canary.url}/c.css); ` +
        `*{background:url(${canary.url}/b)}"}}%%\ngraph TD\n  A["<iframe ` +
        `src='${canary.url}/f'></iframe><script>zoTrap(1)</script>"] --> B\n  click B call zoTrap(1)`,
      `graph TD\n  A@{ img: "${canary.url}/i.png", label: "x" }`,
      `---\nconfig:\n  fontFamily: "x;} *{background:url(${canary.url}/y)"\n---\ngraph TD\n  A-->B`,
    ];
    await write(user, { 'attack.md': note(...attacks, FLOW) });
    await page.goto('/f/w/attack.md');
    const outcomes = page.locator('.note-preview:not([role="status"])');
    await eventually(async () => (await outcomes.count()) === attacks.length + 1);
    await eventually(
      async () =>
        (await diagrams(page)
          .last()
          .evaluate((image: HTMLImageElement) => image.naturalWidth)) > 100,
    );
  });

  test('S5 the frame has no origin and no network', async ({ page, user, canary }) => {
    await write(user, { 'plan.md': note(FLOW) });
    await page.goto('/f/w/plan.md');
    await eventually(async () => (await widthOf(page)) > 100);
    const frame = (await (await page.locator('iframe[title="Diagrams"]').elementHandle())!.contentFrame())!;
    const reached = await frame.evaluate(async (elsewhere) => {
      const attempt = (run: () => unknown) =>
        Promise.resolve()
          .then(run)
          .then(String, () => 'refused');
      return [
        self.origin,
        await attempt(() => document.cookie),
        await attempt(() => parent.document.title),
        await attempt(() => fetch(elsewhere)),
        await attempt(() => fetch(location.href)),
      ];
    }, canary.url);
    expect(reached).toEqual(['null', 'refused', 'refused', 'refused', 'refused']);
  });

  for (const [what, script, sentence] of [
    [
      'answers what is no drawing',
      'parent.postMessage({ id: data.id, svg: 7, error: {} }, "*")',
      'The diagram is too large.',
    ],
    ['never answers', '', 'The diagram took too long to draw.'],
  ] as const)
    test(`S5 ED-10 a frame that ${what} ends in a sentence`, async ({ page, user }) => {
      await page.route('**/frame/draw.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          headers: { 'cross-origin-resource-policy': 'cross-origin' },
          body: `onmessage = ({ data }) => { ${script} }; parent.postMessage({ ready: true }, '*');`,
        }),
      );
      await write(user, { 'plan.md': note(FLOW) });
      await page.goto('/f/w/plan.md');
      await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor();
    });
});
