import fs from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clash } from '@zo/proto/agent/v1';
import { Agent, until, w } from './agent.js';

let agent: Agent;
/** Descriptors of the agent that are open below a folder; the history of files has others open when it likes. */
function openBelow(folder: string): number {
  const descriptors = `/proc/${agent.child.pid}/fd`;
  return fs.readdirSync(descriptors).filter((fd) => {
    try {
      return fs.readlinkSync(join(descriptors, fd)).startsWith(folder);
    } catch {
      // Closed meanwhile.
      return false;
    }
  }).length;
}

beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

/** Requests a zip of the folder and disconnects at its first bytes. */
async function hangUp(folder: string): Promise<void> {
  const authorization = await agent.tokens.bearer();
  const body = JSON.stringify({ paths: [{ root: 'w', segments: [folder] }] });
  await new Promise<void>((done) => {
    const request = http.request(
      {
        socketPath: agent.socket,
        method: 'POST',
        path: '/zip',
        headers: { authorization, 'content-length': body.length },
        agent: false,
      },
      (response) => {
        response
          .on('error', () => undefined)
          .once('data', () => response.destroy())
          .once('close', done);
      },
    );
    request.on('error', () => undefined).end(body);
  });
}

describe('disconnects', () => {
  it('L4 a disconnect during a zip leaves no file open', async () => {
    const many = join(agent.workspace, 'many');
    fs.mkdirSync(many);
    for (let n = 0; n < 40; n++) fs.writeFileSync(join(many, `${n}.zip`), Buffer.alloc(1_000_000, n));
    for (let round = 0; round < 5; round++) await hangUp('many');
    await until(
      () => openBelow(many),
      (count) => count === 0,
    );
  });
});

describe('names of 255 bytes', () => {
  it.each([`a.${'x'.repeat(253)}`, `${'é'.repeat(126)}.md`, '.'.repeat(255)])(
    'FT-12 %s can be copied beside itself',
    async (name) => {
      fs.writeFileSync(join(agent.workspace, name), 'x');
      const { to } = await agent.files.copy({ from: w(name), to: w(name), clash: Clash.KEEP_BOTH });
      expect(fs.readFileSync(join(agent.workspace, to!.segments[0]!), 'utf8')).toBe('x');
      expect(to!.segments[0]).not.toBe(name);
    },
  );
});

describe('names that are not UTF-8, as in old archives', () => {
  const strange = (folder: string) =>
    Buffer.concat([Buffer.from(`${join(agent.workspace, folder)}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]);

  it('TR-02 a folder with such a name can be removed', async () => {
    fs.mkdirSync(join(agent.workspace, 'old', 'deep'), { recursive: true });
    fs.writeFileSync(strange('old/deep'), 'x');
    await agent.files.remove({ path: w('old') });
    expect(fs.existsSync(join(agent.workspace, 'old'))).toBe(false);
    expect(fs.readdirSync(agent.workspace).filter((name) => name.startsWith('.zo-tmp-'))).toEqual([]);
  });

  it('FT-12 a copy of a folder includes such a name', async () => {
    fs.mkdirSync(join(agent.workspace, 'whole'));
    fs.writeFileSync(strange('whole'), 'kept');
    await agent.files.copy({ from: w('whole'), to: w('copied') });
    expect(fs.readFileSync(strange('copied'), 'utf8')).toBe('kept');
  });
});
