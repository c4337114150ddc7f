import { Code, ConnectError } from '@connectrpc/connect';
import { beforeAll, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Computers } from '@zo/computer-client';
import { ada, computer, connect, fake, setUp, useConnections } from './connections-setup.js';

useConnections({ withComputer: {} });
beforeAll(async () => {
  await setUp();
  await connect('google_drive');
});

const content = Buffer.from('the whole file');
const pdf = { id: 'pdf', name: 'Proof.pdf', mimeType: 'application/pdf', parent: 'root', content };
const folder = () => join(computer.home, 'workspace', 'Imports');

/** Loses the answer to what places a file, once. @returns how often that was asked for */
async function withoutAnswer(work: () => Promise<void>): Promise<number> {
  const { use } = Computers.prototype;
  let count = 0;
  Computers.prototype.use = function (ctx, task, root) {
    const cut: typeof task = async (at) => {
      const answer = await task(at);
      const isPlaced = (answer as { $typeName?: string }).$typeName?.endsWith('.CommitUploadResponse');
      if (isPlaced && ++count === 1) throw new ConnectError('the line broke', Code.Aborted);
      return answer;
    };
    return use.call(this, ctx, cut, root) as ReturnType<typeof task>;
  };
  try {
    await work();
  } finally {
    Computers.prototype.use = use;
  }
  return count;
}

it('IM-02 a file whose last answer was lost is there once, under its name', async () => {
  fake.drive.add(pdf);
  const json = { file_id: 'pdf', target_path: 'Imports', mime_type: pdf.mimeType, filename: 'Once.pdf' };
  const asked = await withoutAnswer(async () => {
    expect(await (await ada('/api/connections/drive/import', { json })).json()).toEqual({ filename: 'Once.pdf' });
  });
  expect([asked, readdirSync(folder())]).toEqual([2, ['Once.pdf']]);
  expect(readFileSync(join(folder(), 'Once.pdf'))).toEqual(content);
});
