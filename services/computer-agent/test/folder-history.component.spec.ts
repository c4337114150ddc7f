/** The history of folders: what happened in them, what was in them at a moment, and that state again. */
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { Actor, BaseSchema, CauseSchema, SinceThen } from '@zo/proto/agent/v1';
import { Agent, stateOf, w } from './agent.js';

const user = create(CauseSchema, { actor: Actor.USER });

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const onDisk = (...path: string[]) => join(agent.workspace, ...path);
/** What a command of the assistant does; its changes are kept afterwards. */
async function shell(command: string, conversationId = 'c1'): Promise<void> {
  const cause = create(CauseSchema, { actor: Actor.ASSISTANT, conversationId });
  for await (const _event of agent.processes.run({ command, cause })) {
    // The output is not needed.
  }
  await agent.history.flush({});
}
const moments = (...path: string[]) => agent.history.listFolderMoments({ path: w(...path) });
const newest = async (...path: string[]) => (await moments(...path)).moments[0]!.seq;
const filesAt = async (seq: bigint, { path, differing = false }: { path: string[]; differing?: boolean }) => {
  const found: [string, SinceThen][] = [];
  for (let after = ''; ;) {
    const page = await agent.history.listFolderFiles({ path: w(...path), seq, after, limit: 2, differing });
    found.push(
      ...page.files.map((file) => [file.path!.segments.slice(1).join('/'), file.sinceThen] as [string, SinceThen]),
    );
    if (page.next === '') return found;
    after = page.next;
  }
};
const restore = (seq: bigint, ...path: string[]) => agent.history.restoreFolder({ path: w(...path), seq, cause: user });

it('close changes of one author are one moment, and files of other folders are none', async () => {
  await shell(
    'mkdir -p trip trip2 && echo 1 > trip/a.md && echo 1 > trip/b.md && echo 1 > trip2/c.md && echo 1 > trip.md',
  );
  await shell('echo 2 > trip/a.md', 'c2');
  const base = create(BaseSchema, { base: { case: 'absent', value: true } });
  await agent.files.write({ path: w('trip', 'mine.md'), content: Buffer.from('mine'), base, cause: user });
  const found = await moments('trip');
  expect(found.moments.map(({ cause, files }) => [cause?.actor, cause?.conversationId, files])).toEqual([
    [Actor.USER, '', 1],
    [Actor.ASSISTANT, 'c2', 1],
    [Actor.ASSISTANT, 'c1', 2],
  ]);
  expect(found.moments[2]!.examples.map(({ segments }) => segments.join('/'))).toEqual(['trip/b.md', 'trip/a.md']);
  expect(found.next).toBe(0n);
  const first = await agent.history.listFolderMoments({ path: w('trip'), limit: 1 });
  const second = await agent.history.listFolderMoments({ path: w('trip'), limit: 1, before: first.next });
  expect([...first.moments, ...second.moments]).toEqual(found.moments.slice(0, 2));
});

it('says what was in a folder and what became of it', async () => {
  await shell(
    'mkdir -p state/deep && cd state && echo 1 > same && echo 1 > changed && echo 1 > gone && echo 1 > deep/moved',
  );
  const then = await newest('state');
  await shell('cd state && echo 2 > changed && rm gone && mv deep/moved here && echo new > new', 'c2');
  const differing = [
    ['changed', SinceThen.CHANGED],
    ['deep/moved', SinceThen.GONE],
    ['gone', SinceThen.GONE],
    ['here', SinceThen.NEW],
    ['new', SinceThen.NEW],
  ];
  expect(await filesAt(then, { path: ['state'], differing: true })).toEqual(differing);
  expect(await filesAt(then, { path: ['state'] })).toEqual([...differing, ['same', SinceThen.UNSPECIFIED]]);
});

it('a folder is restored byte for byte, keeps what came since, and that is undone', async () => {
  await shell(`mkdir -p back/deep other && cd back && echo 1 > changed && echo 1 > deep/gone && echo 1 > ../other/file &&
    printf '#!/bin/sh\\n' > tool && chmod 755 tool && head -c 300000 /dev/urandom > large`);
  const before = stateOf(onDisk('back'));
  const then = await newest('back');
  await shell(
    'cd back && echo 2 > changed && rm -r deep && chmod 644 tool && echo more >> large && echo 2 > ../other/file',
    'c2',
  );
  fs.writeFileSync(onDisk('back', 'new'), 'new');
  await agent.history.flush({});
  const after = stateOf(onDisk('back'));

  const { changes, undoRunId } = await restore(then, 'back');
  expect(changes).toMatchObject({ restored: 4, leftCount: 0 });
  expect(stateOf(onDisk('back')).filter((line) => !line.includes('./new'))).toEqual(before);
  expect(fs.readFileSync(onDisk('back', 'new'), 'utf8')).toBe('new');
  expect(fs.readFileSync(onDisk('other', 'file'), 'utf8')).toBe('2\n');

  await agent.history.restoreRun({ runId: undoRunId, cause: user });
  expect(stateOf(onDisk('back'))).toEqual(after);
});

it('a folder that was deleted comes back; the trash stays as it is', async () => {
  await shell('mkdir -p whole/deep Trash && echo 1 > whole/deep/a && echo 1 > whole/b && echo 1 > Trash/old');
  const [before, then] = [stateOf(onDisk('whole')), await newest()];
  await shell('rm -r whole Trash/old', 'c2');
  expect((await restore(then, 'whole')).changes).toMatchObject({ restored: 2, leftCount: 0 });
  expect(stateOf(onDisk('whole'))).toEqual(before);
  await restore(then);
  expect(fs.existsSync(onDisk('Trash', 'old'))).toBe(false);
  await expect(restore(then, 'Trash')).rejects.toMatchObject({ code: Code.InvalidArgument });
});
