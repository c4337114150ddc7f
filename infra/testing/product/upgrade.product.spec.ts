import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkout, Person, type Product, startProduct } from './product.js';

/** Data folders of earlier releases, with two users, their files, a chat with a model and an entry in the trash. */
const released = fileURLToPath(new URL('../../apps/backup/released', import.meta.url));

describe.each(readdirSync(released))('an installation of %s', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'zo-upgrade-'));
  const data = join(folder, 'data');
  let product: Product;
  let ada: Person;

  beforeAll(async () => {
    chmodSync(folder, 0o711);
    execFileSync(
      process.execPath,
      [join(checkout, 'infra/apps/launcher/command.mjs'), 'restore', join(released, name)],
      {
        cwd: checkout,
        env: { ...process.env, NODE_OPTIONS: '', ZO_PREBUILT: '1', ZO_DATA: data },
      },
    );
    product = await startProduct({ data });
    ada = await Person.signIn(product, 'ada');
  });
  afterAll(async () => {
    await product?.stop({ keep: true });
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps users, files, the trash and conversations through every migration since', async () => {
    expect(await ada.json('/api/auth/me')).toMatchObject({ is_owner: true });
    expect(await ada.json('/api/read-fs', { root: 'w', slug: ['report.md'] })).toMatchObject({
      fileContent: expect.stringContaining('May was best'),
    });
    await ada.json('/api/files/restore', { names: ['gone.md'] });
    expect(await ada.json('/api/read-fs', { root: 'w', slug: ['gone.md'] })).toMatchObject({
      fileContent: 'to be restored',
    });
    const {
      conversations: [chat],
    } = await ada.json<{ conversations: { id: string }[] }>('/api/conversations');
    expect(JSON.stringify(await ada.json(`/api/conversations/${chat!.id}`))).toContain('The best month is May 2026.');
    const bob = await Person.signIn(product, 'bob');
    expect(await bob.json('/api/read-fs', { root: 'w', slug: ['mine.md'] })).toMatchObject({ fileContent: 'of bob' });
  });

  it('MD-01 works on: the stored model key is used, a chat continues, new data is written', async () => {
    const models = await ada.json<{ value: string; helper?: boolean }[]>('/api/models/available');
    expect(models.map(({ value }) => value)).toContainEqual(expect.stringContaining('big'));
    const helper = models.find((model) => model.helper)!.value;
    const {
      conversations: [chat],
    } = await ada.json<{ conversations: { id: string }[] }>('/api/conversations');
    const sent = await ada.json<{ run_id: string }>(`/api/conversations/${chat!.id}/messages`, {
      text: 'write after.md: still here',
      model: helper,
    });
    await (await ada.fetch(`/api/runs/${sent.run_id}/events`)).text();
    expect(await ada.json('/api/read-fs', { root: 'w', slug: ['after.md'] })).toMatchObject({
      fileContent: expect.stringContaining('still here'),
    });
  });
});
