import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Person } from '../../infra/product/product.js';
import { contentOf, PASSWORD, row } from './hands.js';
import { pictures } from './pictures.js';
import { openUnclaimed, type Scene } from './scene.js';

let scene: Scene;
let page: Page;
let person: Person;

beforeAll(async () => {
  scene = await openUnclaimed();
  page = scene.tab.page;
}, 120_000);
afterAll(() => scene?.close());

describe('the first run', () => {
  it('AP-01 the pages of a visitor follow the system between light and dark, without being loaded anew', async () => {
    await page.goto('/login');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mode=${colorScheme}]`).waitFor({ state: 'attached' });
    }
  });

  it('AU-02 the printed link makes its visitor the owner', async () => {
    const link = /http:\/\/\S+claim#token=\S+/.exec(scene.product.output())![0];
    await page.goto(link);
    await page.getByLabel('E-mail').waitFor();
    await pictures(page, '1-claim');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page.getByLabel(/handle/i).first().fill('ada');
    await page.getByRole('button', { name: /make it mine|claim|create|start/i }).click();
    await page.waitForURL(/\/f/);
    person = await Person.signIn(scene.product, 'ada');
    expect((await person.json<{ is_owner: boolean }>('/api/auth/me')).is_owner).toBe(true);
  });

  it('PC-01 LP-08 the computer is awake, the tree and the stats bar show what is really there', async () => {
    await page.getByText('Computer is on').waitFor();
    await page.getByRole('treeitem', { name: /Articles/ }).waitFor();
    const memory = await page.getByRole('meter', { name: 'Memory' }).getAttribute('aria-valuenow');
    expect(Number(memory)).toBeGreaterThan(0);
    await page.goto('/f/w');
    await page.getByRole('grid', { name: 'Workspace' }).waitFor();
    await pictures(page, '2-empty');
    await page.goto('/system');
    await page.getByText('Debian').first().waitFor();
    await pictures(page, '2-system');
  });

  it('AU-02 S4 a second person has a computer of their own and reaches nothing of the first', async () => {
    await person.json('/api/files/create', { root: 'w', path: ['secret.md'], type: 'note', content: 'mine' });
    const { code } = await person.json<{ code: string }>('/api/admin/invitations', {});
    const bob = await scene.another();
    await bob.page.goto(`/signup?invitation=${code}`);
    await bob.page.getByLabel('E-mail').fill('bob@example.com');
    await bob.page.getByLabel('Password').first().fill(PASSWORD);
    await bob.page.getByLabel(/handle/i).first().fill('bob');
    await pictures(bob.page, '8-sign-up');
    await bob.page.getByRole('button', { name: /sign up|create/i }).click();
    await bob.page.waitForURL(/\/f/);
    expect(await contentOf(await Person.signIn(scene.product, 'bob'), 'secret.md')).toBeNull();
    await bob.page.goto('/f/w/secret.md');
    await bob.page.getByText('File not found: secret.md').waitFor();
    expect(bob.faults).toEqual([]);
    await bob.context.close();
  });

  it('PC-01 everything is there after a restart', async () => {
    await person.json('/api/files/create', { root: 'w', path: ['kept.md'], type: 'note', content: 'kept\n' });
    await scene.restart();
    await page.goto('/f/w');
    await row(page, 'kept.md').waitFor();
    expect(await contentOf(person, 'kept.md')).toBe('kept\n');
    expect(scene.tab.faults).toEqual([]);
  }, 60_000);
});
