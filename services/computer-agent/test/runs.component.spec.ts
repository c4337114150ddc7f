/** Snapshots of runs: what a run has done through the shell is undone byte for byte, and that is undone in turn. */
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Actor, BaseSchema, CauseSchema, Kind, Restored } from '@zo/proto/agent/v1';
import { Agent, stateOf, w } from './agent.js';

const user = create(CauseSchema, { actor: Actor.USER });

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const snapshot = (runId: string) => agent.history.snapshotRun({ runId });
const restore = (runId: string) => agent.history.restoreRun({ runId, cause: user });
const onDisk = (...path: string[]) => join(agent.workspace, ...path);
/** What a command of the assistant does. */
async function shell(command: string, conversationId = 'c1'): Promise<void> {
  const cause = create(CauseSchema, { actor: Actor.ASSISTANT, conversationId });
  for await (const _event of agent.processes.run({ command, cause })) {
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

it('folders, links and permissions come back, also where a kind has changed', async () => {
  await shell(`mkdir -p kinds && cd kinds && mkdir -p empty/deep full closed was-folder && chmod 750 empty &&
    echo 1 > full/a && echo 1 > closed/a && chmod 555 closed && echo 1 > was-folder/a && echo 1 > was-file &&
    ln -s full/a link && ln -s nowhere dangling && ln -s full turned && echo 1 > private && chmod 600 private`);
  const before = stateOf(onDisk('kinds'));
  await snapshot('kinds');
  await shell(`cd kinds && rm -r empty && chmod 777 full && chmod 755 closed && rm -r closed was-folder was-file &&
    echo file > was-folder && mkdir -p was-file/deep && echo 1 > was-file/deep/a && rm link dangling &&
    ln -sfn closed turned && echo 2 > link && mkdir -p new/deep && ln -s deep new/link && chmod 644 private`);
  await snapshot('kinds');
  const after = stateOf(onDisk('kinds'));
  expect(after).not.toEqual(before);

  const { changes, undoRunId } = await restore('kinds');
  expect(changes).toMatchObject({ leftCount: 0, left: [] });
  expect(stateOf(onDisk('kinds'))).toEqual(before);
  expect((await restore(undoRunId)).changes).toMatchObject({ leftCount: 0 });
  expect(stateOf(onDisk('kinds'))).toEqual(after);
});

it('a new folder that holds something else by now stays with it', async () => {
  await snapshot('fuller');
  await shell('mkdir fuller && echo 1 > fuller/a');
  await snapshot('fuller');
  fs.writeFileSync(onDisk('fuller', 'mine'), 'mine');
  const { changes } = await restore('fuller');
  expect(changes).toMatchObject({ restored: 1, leftCount: 1 });
  expect(changes?.left.map(({ path, outcome }) => [path?.segments.join('/'), outcome])).toEqual([
    ['fuller', Restored.CHANGED_SINCE],
  ]);
  expect(fs.readdirSync(onDisk('fuller'))).toEqual(['mine']);
});

describe('beside what others change meanwhile', () => {
  const any = create(BaseSchema, { base: { case: 'any', value: true } });
  const type = (content: string, ...path: string[]) =>
    agent.files.write({ path: w(...path), content: Buffer.from(content), base: any, cause: user });
  const changesOf = async ({ sinceSeq, untilSeq }: { sinceSeq: bigint; untilSeq: bigint }, conversationId = 'c1') => {
    const { changes } = await agent.history.listChanges({ sinceSeq, untilSeq, conversationId });
    return changes.map(({ path, kind, beforeSeq, afterSeq, movedFrom }) => [
      path?.segments.join('/'),
      Kind[kind],
      beforeSeq === 0n ? 'new' : afterSeq === 0n ? 'gone' : 'changed',
      ...(movedFrom ? [movedFrom.segments.join('/')] : []),
    ]);
  };

  it('a run is told by what its conversation did, with moves and kinds', async () => {
    await shell('mkdir whose && cd whose && echo 1 > a && echo 1 > b && echo 1 > c');
    await snapshot('whose');
    await shell('cd whose && echo 2 > a && mv b moved && mkdir folder && ln -s a link && rm c');
    await type('mine', 'whose', 'mine');
    await shell('echo theirs > whose/theirs', 'c2');
    const marks = await snapshot('whose');
    expect(await changesOf(marks)).toEqual([
      ['whose/a', 'FILE', 'changed'],
      ['whose/b', 'FILE', 'gone'],
      ['whose/c', 'FILE', 'gone'],
      ['whose/folder', 'DIRECTORY', 'new'],
      ['whose/link', 'SYMLINK', 'new'],
      ['whose/moved', 'FILE', 'new', 'whose/b'],
    ]);
    expect(await changesOf(marks, 'c2')).toEqual([['whose/theirs', 'FILE', 'new']]);
    await agent.history.restoreRun({ runId: 'whose', cause: user, conversationId: 'c1' });
    expect(fs.readdirSync(onDisk('whose')).toSorted()).toEqual(['a', 'b', 'c', 'mine', 'theirs']);
  });

  it('goes back to what a person wrote in between, and leaves what they wrote last', async () => {
    await shell('mkdir mixed && cd mixed && echo 0 > between && echo 0 > last');
    await snapshot('mixed');
    await shell('cd mixed && echo 1 > between && echo 1 > last');
    await type('typed', 'mixed', 'between');
    await type('typed', 'mixed', 'last');
    await shell('echo 2 > mixed/between');
    await snapshot('mixed');
    const { changes } = await agent.history.restoreRun({ runId: 'mixed', cause: user, conversationId: 'c1' });
    expect(changes?.left.map(({ path }) => path?.segments.join('/'))).toEqual(['mixed/last']);
    expect(fs.readFileSync(onDisk('mixed', 'between'), 'utf8')).toBe('typed');
    expect(fs.readFileSync(onDisk('mixed', 'last'), 'utf8')).toBe('typed');
  });
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

it('a run that was cut off ends where the next one of its conversation begins', async () => {
  const begin = (runId: string, conversationId: string) => agent.history.snapshotRun({ runId, conversationId });
  await shell('mkdir cut && cd cut && echo 0 > first.txt && echo 0 > second.txt && echo 0 > other.txt');
  await begin('cut', 'c1');
  await begin('of-another', 'c2');
  await shell('echo 1 > cut/first.txt');
  await begin('next', 'c1');
  await shell('echo 1 > cut/second.txt');
  await shell('echo 1 > cut/other.txt', 'c2');
  const text = (name: string) => fs.readFileSync(onDisk('cut', name), 'utf8');
  await agent.history.restoreRun({ runId: 'cut', cause: user, conversationId: 'c1' });
  expect(['first.txt', 'second.txt'].map(text)).toEqual(['0\n', '1\n']);
  // That of the other conversation is still open.
  await agent.history.restoreRun({ runId: 'of-another', cause: user, conversationId: 'c2' });
  expect(['second.txt', 'other.txt'].map(text)).toEqual(['1\n', '0\n']);
});

it('a run that begins again, as its parts do, goes on until its end or the next run of its conversation', async () => {
  const mark = (runId: string, begins: boolean) =>
    agent.history.snapshotRun({ runId, conversationId: 'again', begins });
  const change = (name: string) => shell(`echo 1 > again/${name}`, 'again');
  const undone = async (runId: string) => {
    await agent.history.restoreRun({ runId, cause: user, conversationId: 'again' });
    return fs.readdirSync(onDisk('again')).toSorted();
  };
  await shell('mkdir again', 'again');
  await mark('parts', true);
  await change('a');
  await mark('parts', true);
  await change('b');
  // Nobody could say where it ends.
  expect(await undone('parts')).toEqual([]);
  await mark('taken-over', true);
  await change('a');
  await mark('taken-over', false);
  await mark('taken-over', true);
  await change('b');
  expect(await undone('taken-over')).toEqual([]);
  await mark('late', true);
  await change('a');
  await mark('late', false);
  await mark('after-late', true);
  await change('b');
  await mark('late', true);
  expect(await undone('late')).toEqual(['b']);
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
