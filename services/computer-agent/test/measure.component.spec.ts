import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code } from '@connectrpc/connect';
import { measure } from '../src/files/measure.js';
import { Home } from '../src/home/home.js';
import { Agent, until, w } from './agent.js';

const MAX_ENTRIES = 3_000;
let agent: Agent;

beforeAll(async () => {
  agent = await Agent.start({ env: { ZO_MEASURE_ENTRIES: String(MAX_ENTRIES), ZO_MEASURE_MS: '600000' } });
});
afterAll(() => agent.stop());

const put = (bytes: number, ...path: string[]) => {
  fs.mkdirSync(join(agent.workspace, ...path, '..'), { recursive: true });
  fs.writeFileSync(join(agent.workspace, ...path), Buffer.alloc(bytes));
};
const measured = async (...paths: string[][]) => {
  const { bytes, files, folders, partial } = await agent.files.measure({ paths: paths.map((path) => w(...path)) });
  return { bytes: Number(bytes), files: Number(files), folders: Number(folders), partial };
};
/** Descriptors of the agent that are open below a folder. */
const openBelow = (folder: string) =>
  fs.readdirSync(`/proc/${agent.child.pid}/fd`).filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/${agent.child.pid}/fd/${fd}`).startsWith(folder);
    } catch {
      // Closed meanwhile.
      return false;
    }
  }).length;

describe('sizes of folders', () => {
  it('FT-03 counts what is below, also in names that are not UTF-8, hard links once, and nothing behind links', async () => {
    put(1_000, 'Sum', 'a.bin');
    put(200, 'Sum', 'deep', 'er', 'b.bin');
    put(9_999, 'Elsewhere', 'big.bin');
    fs.linkSync(join(agent.workspace, 'Sum', 'a.bin'), join(agent.workspace, 'Sum', 'deep', 'again.bin'));
    fs.symlinkSync('../Elsewhere', join(agent.workspace, 'Sum', 'way'));
    fs.symlinkSync('/etc', join(agent.workspace, 'Sum', 'out'));
    fs.writeFileSync(Buffer.concat([Buffer.from(`${agent.workspace}/Sum/`), Buffer.from([0xff])]), Buffer.alloc(30));
    const links = fs.lstatSync(join(agent.workspace, 'Sum', 'way')).size + '/etc'.length;
    expect(await measured(['Sum'])).toEqual({ bytes: 1_230 + links, files: 6, folders: 3, partial: false });
    expect(await measured(['Sum', 'a.bin'], ['Elsewhere'])).toEqual({
      bytes: 10_999,
      files: 2,
      folders: 1,
      partial: false,
    });
    await expect(agent.files.measure({ paths: [w('Sum', 'out')] })).rejects.toMatchObject({
      code: Code.FailedPrecondition,
    });
    const many = Array.from({ length: 1_001 }, () => w('Sum'));
    await expect(agent.files.measure({ paths: many })).rejects.toMatchObject({ code: Code.InvalidArgument });
  });

  it('FT-03 ends at its limits of entries and depth, and says that there is more', async () => {
    for (let at = 0; at < MAX_ENTRIES; at++) put(1, 'Many', `${at}.txt`);
    const many = await measured(['Many']);
    expect(many.partial).toBe(true);
    expect(many.files + many.folders).toBeLessThanOrEqual(MAX_ENTRIES);
    expect(many.files).toBeGreaterThan(MAX_ENTRIES - 10);
    const deep = Array.from({ length: 250 }, () => 'd');
    put(7, 'Deep', ...deep, 'last.txt');
    expect(await measured(['Deep'])).toMatchObject({ bytes: 0, partial: true });
    // The watcher may be looking at the folders, too.
    await until(
      () => openBelow(join(agent.workspace, 'Deep')),
      (count) => count === 0,
    );
  });

  it('FT-03 a count ends when its reader is gone, and leaves nothing open', async () => {
    const limits = { maxEntries: 1_000_000, maxMs: 600_000 };
    const home = new Home(agent.home);
    const counting = measure({ home, limits }, { paths: [w('Many')] }, AbortSignal.abort(new Error('gone')));
    await expect(counting).rejects.toThrow('gone');
    home.folder.close();
    const left = new AbortController();
    const asked = agent.files.measure({ paths: [w('Many'), w('Deep')] }, { signal: left.signal });
    left.abort();
    await expect(asked).rejects.toMatchObject({ code: Code.Canceled });
    await until(
      () => openBelow(join(agent.workspace, 'Many')),
      (count) => count === 0,
    );
  });
});
