import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { Code } from '@connectrpc/connect';
import { Agent, until, w } from './agent.js';

let agent: Agent;
afterEach(() => agent.stop());

const put = (text: string, ...path: string[]) => {
  fs.mkdirSync(join(agent.workspace, ...path, '..'), { recursive: true });
  fs.writeFileSync(join(agent.workspace, ...path), text);
};
const count = async (...path: string[]) => (await agent.history.listVersions({ path: w(...path) })).versions.length;
const change = (settings: { limitBytes?: bigint; keepDays?: number; ignored?: string[] }) =>
  agent.history.changeHistorySettings({ settings: { keepDays: 90, ...settings } });

it('names and endings that are left out have no versions from then on, also after a restart', async () => {
  agent = await Agent.start();
  put('kept', 'before', 'film.iso');
  await until(
    () => count('before', 'film.iso'),
    (versions) => versions === 1,
  );
  await change({ ignored: ['scratch', '*.ISO'], keepDays: 7, limitBytes: 64n * 1024n * 1024n });
  put('left out', 'film2.iso');
  put('left out', 'scratch', 'deep', 'a.txt');
  put('kept', 'notes', 'a.txt');
  await agent.history.flush({});
  expect([await count('film2.iso'), await count('scratch', 'deep', 'a.txt'), await count('notes', 'a.txt')]).toEqual([
    0, 0, 1,
  ]);
  expect(await count('before', 'film.iso')).toBe(1);
  await agent.kill();
  agent = await Agent.start({ home: agent.home });
  const { usage, settings } = await agent.history.getHistorySettings({});
  expect([usage!.limitBytes, settings!.keepDays, settings!.ignored]).toEqual([
    64n * 1024n * 1024n,
    7,
    ['scratch', '*.ISO'],
  ]);
});

it('settings that cannot be are refused in a sentence, and nothing changes', async () => {
  agent = await Agent.start();
  const before = await agent.history.getHistorySettings({});
  for (const bad of [
    { limitBytes: 1n },
    { limitBytes: before.maxLimitBytes + 1n },
    { keepDays: 0 },
    { ignored: ['a/b'] },
    { ignored: ['*'] },
    { ignored: ['..'] },
    { ignored: Array.from({ length: 101 }, (_none, n) => `n${n}`) },
  ])
    await expect(change(bad)).rejects.toMatchObject({ code: Code.InvalidArgument });
  expect((await agent.history.getHistorySettings({})).settings).toEqual(before.settings);
});

it.each([
  ['is no JSON', '{'],
  ['has other types', '{"limitBytes":"all","keepDays":-3,"ignored":{}}'],
  ['has rules that are no text', '{"ignored":[3]}'],
  ['is large', `{"ignored":["${'x'.repeat(70_000)}"]}`],
])('a file of settings that %s counts as the usual ones', async (_what, text) => {
  agent = await Agent.start();
  const usual = (await agent.history.getHistorySettings({})).settings;
  fs.writeFileSync(join(agent.home, '.computer', 'history.json'), text);
  await agent.kill();
  agent = await Agent.start({ home: agent.home });
  expect((await agent.history.getHistorySettings({})).settings).toEqual(usual);
});
