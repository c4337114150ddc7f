import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Actor, BaseSchema, CauseSchema, Clash, NotKept } from '@zo/proto/agent/v1';
import { repetitions } from '@zo/testing/repetitions';
import { Agent, until, w } from './agent.js';

const OPERATIONS = repetitions(200, 10_000);
const any = create(BaseSchema, { base: { case: 'any', value: true } });
const cause = create(CauseSchema, { actor: Actor.USER });
const newHome = () => fs.mkdtempSync(join(tmpdir(), 'zo-agent-history-'));
const write = (agent: Agent, text: string | Buffer, ...path: string[]) =>
  agent.files.write({ path: w(...path), content: Buffer.from(text), base: any, createParents: true, cause });

async function contents(agent: Agent, name: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let before = 0n; ;) {
    const { versions, more } = await agent.history.listVersions({ path: w(name), before });
    for (const { seq } of versions) {
      const { status, body } = await agent.request('GET', `/versions/${seq}/w/${name}`);
      if (status === 200) found.add(body.toString());
    }
    if (!more) return found;
    before = versions.at(-1)!.seq;
  }
}

describe('the history of files', () => {
  it(`loses no acknowledged write in ${OPERATIONS} random operations with kill -9`, async () => {
    const home = newHome();
    const written = new Map<string, string[]>();
    const total = { operations: 0 };
    let number = 0;
    while (total.operations < OPERATIONS) {
      const agent = await Agent.start({ home });
      const goal = total.operations + 40 + Math.floor(Math.random() * 80);
      const writer = async (id: number) => {
        const own = Array.from({ length: 4 }, (_none, n) => `f${id}-${n}`);
        const one = () => own[Math.floor(Math.random() * own.length)]!;
        for (;;) {
          const [name, text] = [one(), `${number++} ${'x'.repeat(Math.random() * 5_000)}`];
          try {
            if (Math.random() < 0.1) await agent.files.remove({ path: w(name), cause }).catch(ignoreAbsent);
            await write(agent, text, name);
          } catch {
            return;
          }
          written.set(name, [...(written.get(name) ?? []), text]);
          if (++total.operations >= goal) await agent.kill();
        }
      };
      await Promise.all(Array.from({ length: 4 }, (_none, id) => writer(id)));
    }
    const agent = await Agent.start({ home });
    await agent.history.flush({});
    for (const [name, texts] of written) {
      const kept = await contents(agent, name);
      expect(texts.filter((text) => !kept.has(text))).toEqual([]);
    }
    await agent.stop();
  });

  it('begins anew when its index is damaged, and says so', async () => {
    const first = await Agent.start();
    await write(first, 'before', 'a.txt');
    await first.history.flush({});
    await first.kill();
    const index = join(first.home, '.computer', 'history', 'index.db');
    fs.rmSync(`${index}-wal`, { force: true });
    fs.writeFileSync(index, 'not a database'.repeat(1_000));
    const second = await Agent.start({ home: first.home });
    await second.history.flush({});
    expect(await contents(second, 'a.txt')).toEqual(new Set(['before']));
    await until(
      () => second.log,
      (log) => log.includes('the history of files is damaged'),
    );
    expect(fs.existsSync(join(first.home, '.computer', 'history.damaged', 'index.db'))).toBe(true);
    await second.stop();
  });

  it('drops only the contents whose bytes are damaged, and keeps what is on the disk again', async () => {
    const agent = await Agent.start();
    await write(agent, 'whole', 'whole.txt');
    await write(agent, 'old bytes', 'damaged.txt');
    await write(agent, 'new bytes', 'damaged.txt');
    await agent.history.flush({});
    const [, old] = (await agent.history.listVersions({ path: w('damaged.txt') })).versions;
    const pack = join(agent.home, '.computer', 'history', 'pack-1');
    const bytes = fs.readFileSync(pack);
    bytes[bytes.indexOf('old bytes') + 2] = 0;
    fs.writeFileSync(pack, bytes);
    expect((await agent.request('GET', `/versions/${old!.seq}/w/damaged.txt`)).status).toBe(404);
    const [, now] = (await agent.history.listVersions({ path: w('damaged.txt') })).versions;
    expect(now?.notKept).toBe(NotKept.DAMAGED);
    expect(await contents(agent, 'whole.txt')).toEqual(new Set(['whole']));
    expect(await contents(agent, 'damaged.txt')).toEqual(new Set(['new bytes']));
    await write(agent, 'later', 'damaged.txt');
    await agent.history.flush({});
    expect(await contents(agent, 'damaged.txt')).toEqual(new Set(['later', 'new bytes']));
    await agent.stop();
  });

  it('at its limit keeps no more contents, says so, and saves go on', async () => {
    const agent = await Agent.start({ env: { ZO_HISTORY_LIMIT_BYTES: '20000' } });
    const noise = (n: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(12_000)).map((byte) => byte ^ n));
    for (let n = 0; n < 4; n++) await write(agent, noise(n), 'noise.bin');
    await agent.history.flush({});
    const { versions, usage } = await agent.history.listVersions({ path: w('noise.bin') });
    // The oldest goes when the history tidies up; the newest that was kept never does.
    expect(versions.slice(0, 3).map(({ notKept }) => notKept)).toEqual([
      NotKept.NO_ROOM,
      NotKept.NO_ROOM,
      NotKept.UNSPECIFIED,
    ]);
    expect(Number(usage?.usedBytes)).toBeLessThan(20_000 + 12_000 * 2);
    await agent.stop();
  });

  it('on a full disk keeps nothing more, and files can still be read, moved and removed', async () => {
    const home = newHome();
    const inTmpfs = (command: string[]) => [
      'unshare',
      '-rm',
      'sh',
      '-c',
      `mount -t tmpfs -o size=2m none ${home} && exec "$@"`,
      'sh',
      ...command,
    ];
    const agent = await Agent.start({ home, wrap: inTmpfs });
    await write(agent, 'kept', 'a.txt');
    await agent.history.flush({});
    for await (const _event of agent.processes.run({ command: 'head -c 4m /dev/urandom > ~/workspace/full.tmp' })) {
      // Its failure is the point.
    }
    await agent.files.move({ from: w('a.txt'), to: w('b.txt'), clash: Clash.REFUSE, cause });
    expect(Buffer.from((await agent.files.read({ path: w('b.txt') })).content).toString()).toBe('kept');
    await expect(agent.history.listVersions({ path: w('b.txt') })).resolves.toBeDefined();
    await agent.files.remove({ path: w('full.tmp'), cause });
    await write(agent, 'after', 'b.txt');
    await agent.history.flush({});
    expect((await contents(agent, 'b.txt')).has('after')).toBe(true);
    await agent.stop();
  });
});

function ignoreAbsent(error: Error): void {
  if (!error.message.includes('not found')) throw error;
}
