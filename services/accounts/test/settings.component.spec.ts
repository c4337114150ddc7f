import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestFetch, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '../src/service.js';

let test: TestPlatform;
let service: TestService;
let me: TestFetch;

const change = (settings: unknown) => me('/api/settings', { method: 'PATCH', json: settings });
const seen = async () => ((await (await me('/api/auth/me')).json()) as { settings: Record<string, unknown> }).settings;

beforeAll(async () => {
  test = await testPlatform();
  service = await startTestService(accounts, test.platform);
  const token = readFileSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'), 'utf8');
  const claimed = await fetch(`${service.url}/api/auth/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: 'correct horse', token }),
  });
  me = service.as(((await claimed.json()) as { claims: { id: string } }).claims.id, { owner: true });
});
afterAll(async () => {
  await service.stop();
  await test.close();
});

describe('settings', () => {
  it('AP-03 the open tabs are kept for other devices, within limits', async () => {
    const tabs = [{ root: 'w', path: ['Notes', 'Kyoto.md'] }];
    const layout = { panes: [{ tabs, active: 0 }], focused: 0 };
    expect((await change({ layout })).status).toBe(200);
    expect((await seen())['layout']).toEqual(layout);

    const long = { root: 'w', path: Array.from({ length: 100 }, () => 'x'.repeat(255)) };
    const refused = [
      { ...layout, panes: Array.from({ length: 4 }, () => layout.panes[0]) },
      { ...layout, panes: [{ tabs: Array.from({ length: 31 }, () => tabs[0]), active: 0 }] },
      { ...layout, panes: [{ tabs: [long, long], active: 0 }] },
      { ...layout, panes: [{ tabs: [{ root: 't', path: [] }], active: 0 }] },
    ];
    const answers = await Promise.all(refused.map((wrong) => change({ layout: wrong })));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect((await seen())['layout']).toEqual(layout);
  });

  it('AP-03 favourites are kept for other devices in their order, within limits', async () => {
    const favourite = { root: 'w', path: ['Notes', 'Kyoto.md'], isDirectory: false };
    const favourites = [favourite, { root: 's', path: ['shop'], isDirectory: true }];
    expect((await change({ favourites })).status).toBe(200);
    expect((await seen())['favourites']).toEqual(favourites);

    const many = Array.from({ length: 51 }, (_none, at) => ({ ...favourite, path: [`${at}.md`] }));
    const wrongPaths = [[''], ['..'], ['a/b'], ['\ud800'], ['\0']].map((path) => [{ ...favourite, path }]);
    const refused = [many, [favourite, favourite], [{ ...favourite, root: 't' }], ...wrongPaths];
    const answers = await Promise.all(refused.map((wrong) => change({ favourites: wrong })));
    expect(answers.map(({ status }) => status)).toEqual(refused.map(() => 400));
    expect((await seen())['favourites']).toEqual(favourites);
  });
});
