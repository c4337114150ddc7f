/** Which files from elsewhere a text shows something of. */
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
