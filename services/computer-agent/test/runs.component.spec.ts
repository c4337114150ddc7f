/** Snapshots of runs: what a run has done through the shell is undone byte for byte, and that is undone in turn. */
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Actor, CauseSchema, Restored } from '@zo/proto/agent/v1';
import { Agent, stateOf } from './agent.js';

const user = create(CauseSchema, { actor: Actor.USER });
const assistant = create(CauseSchema, { actor: Actor.ASSISTANT, conversationId: 'c1' });

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const snapshot = (runId: string) => agent.history.snapshotRun({ runId });
const restore = (runId: string) => agent.history.restoreRun({ runId, cause: user });
const onDisk = (...path: string[]) => join(agent.workspace, ...path);
/** What a command of the assistant does. */
async function shell(command: string): Promise<void> {
  for await (const _event of agent.processes.run({ command, cause: assistant })) {
    // The output is not needed.
  }
}

it('a run of the shell is undone byte for byte, and the undoing is undone', async () => {
  await shell(`mkdir -p run/deep && cd run && echo one > kept.txt && echo two > changed.txt && echo three > gone.txt &&
    echo four > deep/moved.txt && printf '#!/bin/sh\\n' > tool.sh && head -c 300000 /dev/urandom > large.bin`);
  const before = stateOf(onDisk('run'));
  await snapshot('run-1');
  await shell(`cd run && echo changed > changed.txt && rm gone.txt && mv deep/moved.txt deep/elsewhere.txt &&
    chmod 755 tool.sh && echo more >> large.bin && echo new > new.txt && ln -s kept.txt link && mkdir empty`);
  await snapshot('run-1');
  const after = stateOf(onDisk('run'));

  const { changes, undoRunId } = await restore('run-1');
  expect(changes).toMatchObject({ leftCount: 0, left: [] });
  expect(stateOf(onDisk('run'))).toEqual(before);
  expect((await restore(undoRunId)).changes).toMatchObject({ leftCount: 0 });
  expect(stateOf(onDisk('run'))).toEqual(after);
});

it('what changed since is left, and named', async () => {
  await shell('mkdir since && cd since && echo one > mine.txt && echo two > theirs.txt');
  await snapshot('run-2');
  await shell('cd since && echo by the run > mine.txt && echo by the run > theirs.txt && echo new > new.txt');
  await snapshot('run-2');
  fs.writeFileSync(onDisk('since', 'mine.txt'), 'typed afterwards');
  fs.writeFileSync(onDisk('since', 'new.txt'), 'typed afterwards');
  const { changes } = await restore('run-2');
  expect(changes?.restored).toBe(1);
  expect(changes?.left.map(({ path, outcome }) => [path?.segments.join('/'), outcome])).toEqual([
    ['since/mine.txt', Restored.CHANGED_SINCE],
    ['since/new.txt', Restored.CHANGED_SINCE],
  ]);
  expect(fs.readFileSync(onDisk('since', 'theirs.txt'), 'utf8')).toBe('two\n');
  expect(fs.readFileSync(onDisk('since', 'mine.txt'), 'utf8')).toBe('typed afterwards');
});

it('runs are undone in any order, also one that was cut off', async () => {
  await shell('mkdir order && cd order && echo 0 > a.txt && echo 0 > b.txt');
  await snapshot('first');
  await shell('echo 1 > order/a.txt');
  await snapshot('first');
  await snapshot('second');
  await shell('echo 2 > order/b.txt');
  // Nobody has said where it ends.
  expect((await restore('first')).changes).toMatchObject({ restored: 1, leftCount: 0 });
  expect(fs.readFileSync(onDisk('order', 'a.txt'), 'utf8')).toBe('0\n');
  expect(fs.readFileSync(onDisk('order', 'b.txt'), 'utf8')).toBe('2\n');
  await restore('second');
  expect(fs.readFileSync(onDisk('order', 'b.txt'), 'utf8')).toBe('0\n');
});

it('a snapshot survives a restart of the agent', async () => {
  await shell('mkdir restart && echo 0 > restart/a.txt');
  await snapshot('restarted');
  await shell('echo 1 > restart/a.txt');
  await agent.kill();
  agent = await Agent.start({ home: agent.home });
  await restore('restarted');
  expect(fs.readFileSync(onDisk('restart', 'a.txt'), 'utf8')).toBe('0\n');
});

it.each(['', '../x', 'a b', 'x'.repeat(65)])('%j is no run', async (runId) => {
  await expect(snapshot(runId)).rejects.toThrow('This is not a run id.');
});

it('a run without a snapshot says so', async () => {
  await expect(restore('unknown')).rejects.toThrow('The state before this run is not kept.');
});
