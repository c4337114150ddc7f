/** Which files from elsewhere a text shows something of. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Actor, BaseSchema, CauseSchema } from '@zo/proto/agent/v1';
import { Agent, w } from './agent.js';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const uploaded = create(CauseSchema, { actor: Actor.USER, imported: true });
const overwrite = create(BaseSchema, { base: { case: 'any', value: true } });

const write = (name: string, text: string) =>
  agent.files.write({
    path: w('in', name),
    content: Buffer.from(text),
    base: overwrite,
    createParents: true,
    cause: uploaded,
  });

async function shownIn(text: string): Promise<{ files: string[]; partial: boolean }> {
  const { files, partial } = await agent.history.findShown({ text: Buffer.from(text), conversationId: 'c1' });
  return { files: files.map(({ segments }) => segments.at(-1)!), partial };
}

it('finds a small file again after it has changed', async () => {
  await write('letter.txt', 'Please send the money to this account at once.');
  const printed = 'letter.txt:1: Please send the money to this account at once.';
  expect(await shownIn(printed)).toEqual({ files: ['letter.txt'], partial: false });
  await write('letter.txt', 'Something else is written in here by now, of course.');
  expect(await shownIn(printed)).toEqual({ files: [], partial: false });
  expect(await shownIn('something else is written in here')).toMatchObject({ files: ['letter.txt'] });
});

it('knows thousands of short files that a text shows nothing of, and the few that it does', async () => {
  const command = 'mkdir -p in && for n in $(seq 1 1200); do echo "word${n}x" > "in/word $n.txt"; done';
  const cause = create(CauseSchema, { actor: Actor.ASSISTANT, conversationId: 'another' });
  for await (const _event of agent.processes.run({ command, cause })) {
    // The output is not needed.
  }
  expect(await shownIn('42 passed, 0 failed')).toEqual({ files: [], partial: false });
  const spread = [700, 701, 702, 703].map((n) => `word${n}x`).join(' ');
  expect((await shownIn(spread)).files.toSorted()).toEqual([700, 701, 702, 703].map((n) => `word ${n}.txt`));
});

/** Files that the history knows as uploads. */
function addUploads(from: number, to: number): void {
  const index = new DatabaseSync(join(agent.home, '.computer', 'history', 'index.db'), { timeout: 5_000 });
  index.exec('begin immediate');
  const add = (sql: string) =>
    index
      .prepare(`with recursive n(id) as (select ? union all select id + 1 from n where id < ?) ${sql}`)
      .run(from, to);
  add("insert into path (id, name) select id, 'workspace/many/' || id from n");
  add("insert into version (path, kind, at, actor, conversation) select id, 1, 0, 1, 'imported' from n");
  index.exec(`insert into live select path, seq, '' from version where path between ${from} and ${to}; commit`);
  index.close();
}

it('says so when there are more files from elsewhere than it compares', async () => {
  const printed = '42 passed, 0 failed';
  addUploads(100_001, 108_000);
  expect(await shownIn(printed)).toEqual({ files: [], partial: false });
  addUploads(108_001, 110_000);
  expect(await shownIn(printed)).toEqual({ files: [], partial: true });
});
