import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { Clash, BaseSchema } from '@zo/proto/agent/v1';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, w } from './agent.js';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

/** Creates a fifo without reader and writer: opening it would block for ever. */
function fifo(...path: string[]): void {
  const whole = join(agent.home, ...path);
  execFileSync('rm', ['-rf', whole]);
  mkdirSync(join(whole, '..'), { recursive: true });
  execFileSync('mkfifo', [whole]);
}
const ID = 'an-upload';
const base = create(BaseSchema, { base: { case: 'any', value: true } });
const commit = { uploadId: ID, totalBytes: 4n, path: w('done.bin'), clash: Clash.REFUSE, createParents: false };

/** Where a fifo may replace a file, and a call that opens it there. */
const PLACES: Record<string, [path: string[], call: () => Promise<unknown>]> = {
  'a file that is read': [['workspace', 'read'], () => agent.files.read({ path: w('read'), maxBytes: 10n })],
  'a file that is written': [
    ['workspace', 'written'],
    () => agent.files.write({ path: w('written'), content: Buffer.from('x'), base }),
  ],
  'a file that is copied': [
    ['workspace', 'copied'],
    () => agent.files.copy({ from: w('copied'), to: w('copy'), clash: Clash.REFUSE }),
  ],
  'a file that is searched': [
    ['workspace', 'searched'],
    async () => {
      for await (const _hit of agent.files.searchContent({ path: w(), query: 'x', limit: 10 }));
    },
  ],
  'bytes that are downloaded': [['workspace', 'bytes'], () => agent.request('GET', '/bytes/w/bytes')],
  'an upload that is begun': [
    ['.computer', 'uploads', ID],
    () => agent.files.beginUpload({ uploadId: ID, totalBytes: 4n }),
  ],
  'an upload that is filled': [
    ['.computer', 'uploads', ID],
    () => agent.request('PUT', `/uploads/${ID}?offset=0`, { body: Buffer.from('data') }),
  ],
  'an upload that is finished': [['.computer', 'uploads', ID], () => agent.files.commitUpload(commit)],
  'an upload that is given up': [['.computer', 'uploads', ID], () => agent.files.abortUpload({ uploadId: ID })],
  'the settings of a terminal': [
    ['.computer', 'bashrc'],
    () => agent.terminals.createTerminal({ cols: 80, rows: 24, cwd: '' }),
  ],
};

describe('a fifo in the home', () => {
  it.each(Object.entries(PLACES))('PC-03 in place of %s blocks no request', async (_what, [path, call]) => {
    fifo(...path);
    // The call may fail or succeed; the agent must go on.
    await call().catch(() => undefined);
    expect((await agent.computer.info({})).version).not.toBe('');
  });

  it('PC-03 in place of an upload’s receipt blocks no request', async () => {
    execFileSync('rm', ['-rf', join(agent.home, '.computer', 'uploads')]);
    await agent.files.beginUpload({ uploadId: ID, totalBytes: 4n });
    await agent.request('PUT', `/uploads/${ID}?offset=0`, { body: Buffer.from('data') });
    fifo('.computer', 'uploads', `${ID}.inode`);
    await agent.files.commitUpload(commit).catch(() => undefined);
    expect((await agent.computer.info({})).version).not.toBe('');
  });

  it('PC-03 in place of the pre-stop log does not keep a computer from stopping', async () => {
    const hook = join(agent.home, '.computer', 'hooks', 'pre-stop');
    fifo('.computer', 'hooks', 'pre-stop.log');
    execFileSync('sh', ['-c', `printf '#!/bin/sh\\ntrue\\n' > ${hook}; chmod +x ${hook}`]);
    await agent.computer.quiesce({});
  });
});
