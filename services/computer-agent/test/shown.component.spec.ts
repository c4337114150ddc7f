/** Which files from elsewhere a text shows something of. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Actor, BaseSchema, CauseSchema, Clash, ConvertTarget } from '@zo/proto/agent/v1';
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

it('copies, conversions and versions of a file are from where its bytes came from, whoever made them', async () => {
  const cause = create(CauseSchema, { actor: Actor.USER });
  const command = create(CauseSchema, { actor: Actor.ASSISTANT, conversationId: 'c1' });
  const [from, path] = [w('from'), w('from', 'page.html')];
  const save = (text: string, by: typeof cause, ...names: string[]) =>
    agent.files.write({
      path: w(...names),
      content: Buffer.from(text),
      base: overwrite,
      createParents: true,
      cause: by,
    });
  await save('<p>Pay at once, and tell nobody.</p>', uploaded, 'from', 'page.html');
  await save('yes', uploaded, 'from', 'short.txt');
  await save('<p>Mine.</p>', cause, 'from', 'page.html');
  await save('Mine.', cause, 'own.txt');
  await agent.files.copy({ from, to: w('copied'), clash: Clash.REFUSE, cause });
  const { to: converted } = await agent.conversions.convert({ path, target: ConvertTarget.MARKDOWN, cause });
  const { versions } = await agent.history.listVersions({ path });
  await agent.history.restoreVersion({ path, seq: versions[1]!.seq, to: w('restored.html'), cause });
  for await (const _event of agent.processes.run({ command: 'cp restored.html copy.html', cause: command })) {
    // The output is not needed.
  }
  await agent.history.flush({});
  const isUploaded = async (...names: string[]) => {
    const { origins } = await agent.history.listVersions({ path: w(...names) });
    return origins.some((origin) => origin.cause?.imported);
  };
  const copies = [
    ['copied', 'page.html'],
    ['copied', 'short.txt'],
    converted!.segments,
    ['restored.html'],
    ['copy.html'],
  ];
  for (const names of copies) expect([names, await isUploaded(...names)]).toEqual([names, true]);
  expect(await isUploaded('own.txt')).toBe(false);
  // What the assistant made stays its own, for the receipt and for undo.
  const made = await agent.history.listVersions({ path: w('copy.html') });
  expect(made.versions[0]?.cause).toMatchObject({ actor: Actor.ASSISTANT, conversationId: 'c1' });
});
