import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Code } from '@connectrpc/connect';
import { Agent, w } from './agent.js';

const MIB = 1024 * 1024;
let agent: Agent;

beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const put = (content: string | Buffer, ...path: string[]) => {
  fs.mkdirSync(join(agent.workspace, ...path, '..'), { recursive: true });
  fs.writeFileSync(join(agent.workspace, ...path), content);
};
/** Paths with their contents, or null for what is too large. */
const readMany = async (...[request]: Parameters<Agent['files']['readMany']>) => {
  const { files } = await agent.files.readMany(request);
  return files.map(({ path, content, tooLarge }) => [
    path!.segments.join('/'),
    tooLarge ? null : Buffer.from(content).toString(),
  ]);
};

it('TL-02 reads files, those of a folder, and one of each of its folders, in order; what is not there is left out', async () => {
  put('guide', 'Plans', 'AGENTS.md');
  put('b', 'Memory', 'b.MD');
  put('a', 'Memory', 'a.md');
  put('c', 'Memory', 'c.md');
  put('picture', 'Memory', 'd.png');
  put('deeper', 'Memory', 'deep', 'e.md');
  for (const skill of ['two', 'one', 'three']) put(skill, 'skills', skill, 'SKILL.md');
  put('no skill', 'skills', 'four', 'README.md');
  put('a file', 'skills', 'five');
  fs.symlinkSync('/etc/passwd', join(agent.workspace, 'Memory', 'aa.md'));
  expect(
    await readMany({
      selections: [
        { path: w('Plans', 'AGENTS.md') },
        { path: w('AGENTS.md') },
        { path: w('Plans') },
        { path: w('Plans', '..', '..', '..', 'etc', 'passwd') },
        {},
        { path: w('Memory'), inFolder: { case: 'ending', value: '.md' }, limit: 2 },
        { path: w('skills'), inFolder: { case: 'name', value: 'SKILL.md' }, limit: 3 },
        { path: w('Nowhere'), inFolder: { case: 'name', value: 'SKILL.md' }, limit: 3 },
      ],
    }),
  ).toEqual([
    ['Plans/AGENTS.md', 'guide'],
    ['Memory/a.md', 'a'],
    ['Memory/b.MD', 'b'],
    ['skills/one/SKILL.md', 'one'],
    ['skills/three/SKILL.md', 'three'],
  ]);
});

it('TL-02 a file above the limit, and those beyond 8 MiB in all, come without content', async () => {
  for (let n = 0; n < 10; n++) put(Buffer.alloc(MIB - 1, 'x'), 'Large', `${n}.md`);
  put(Buffer.alloc(MIB + 1), 'Large', '0-larger.md');
  const inFolder = { case: 'ending' as const, value: '.md' };
  const files = await readMany({ selections: [{ path: w('Large'), inFolder, limit: 100 }] });
  expect(files.map(([name, content]) => [name, content?.length])).toEqual([
    ['Large/0-larger.md', undefined],
    ...Array.from({ length: 8 }, (_, n) => [`Large/${n}.md`, MIB - 1]),
    ['Large/8.md', undefined],
    ['Large/9.md', undefined],
  ]);
  const small = await readMany({ selections: [{ path: w('Large', '0.md') }], maxBytes: 1_000 });
  expect(small).toEqual([['Large/0.md', null]]);
  const selections = Array.from({ length: 101 }, () => ({ path: w('Large', '0.md') }));
  await expect(agent.files.readMany({ selections })).rejects.toMatchObject({ code: Code.InvalidArgument });
});
