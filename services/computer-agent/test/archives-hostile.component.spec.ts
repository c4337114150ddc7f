import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, until, w } from './agent.js';
import { tarOf, zipOf } from './archive-files.js';

const MB = 1024 * 1024;
const LINK = 0o120777;
let agent: Agent;
let folders = 0;

beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

/** Puts an archive alone into a new folder of the workspace. */
function place(name: string, content: Buffer) {
  const folder = `place-${++folders}`;
  fs.mkdirSync(join(agent.workspace, folder));
  fs.writeFileSync(join(agent.workspace, folder, name), content);
  const path = w(folder, name);
  const on = (...names: string[]) => join(agent.workspace, folder, ...names);
  return {
    on,
    list: () => agent.archives.listArchive({ path }),
    extract: (...chosen: string[]) => agent.archives.extractArchive({ path, chosen }),
    names: () => (fs.readdirSync(on(), { recursive: true }) as string[]).toSorted(),
  };
}

/** Everything in the home beside the folders of this test; nothing may appear there. */
const elsewhere = () =>
  [agent.home, agent.workspace].flatMap((path) => fs.readdirSync(path)).filter((name) => !name.startsWith('place-'));
const programs = () =>
  fs.readdirSync('/proc').filter((name) => {
    try {
      const words = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      const [line = ''] = /^PPid:\t\d+$/m.exec(fs.readFileSync(`/proc/${name}/status`, 'utf8')) ?? [];
      return words.some((word) => word.endsWith('/archive.mjs')) && line === `PPid:\t${agent.child.pid}`;
    } catch {
      return false;
    }
  });

const NAMES = [
  '../evil',
  'a/../../evil',
  '..\\..\\evil',
  'nul\0.txt',
  'x'.repeat(256),
  'deep/'.repeat(101) + 'x',
  `${'long-name/'.repeat(450)}x`,
  '.zo-tmp-1',
  '..',
  './',
  '',
];

describe('names that lead out, or that no file can have', () => {
  it.each(['zip', 'tar'])('are left out of a %s and counted, and absolute ones become relative', async (kind) => {
    const before = elsewhere();
    const files = [...NAMES.filter((name) => kind === 'zip' || name.length < 100), '/etc/zo', 'ok.txt', 'OK.txt'];
    const made = files.map((name) => ({ name, content: 'x' }));
    const archive = place(`a.${kind}`, kind === 'zip' ? zipOf(made) : tarOf(made.filter(({ name }) => name !== '')));
    const listed = (await archive.list()).entries.map(({ path }) => path);
    expect(listed.toSorted()).toEqual(
      ['OK.txt', 'etc/zo', 'ok.txt', ...(kind === 'tar' ? ['..\\..\\evil', 'nul'] : [])].toSorted(),
    );
    const { leftOut } = await archive.extract();
    expect(leftOut).toBeGreaterThan(2);
    const found = (fs.readdirSync(archive.on('a'), { recursive: true }) as string[]).toSorted();
    expect(found).toEqual([...listed, 'etc'].toSorted());
    expect(elsewhere()).toEqual(before);
  });
});

describe('links and devices', () => {
  const TARGETS = ['/etc/passwd', '../../..', 'in/../../..', '..', '', 'a\0b', 'y'.repeat(5_000)];

  it('in a tar never lead out, nothing is written through them, and devices are left out', async () => {
    const before = elsewhere();
    const archive = place(
      'a.tar',
      tarOf([
        ...TARGETS.slice(0, 4).map((target, n) => ({ name: `link-${n}`, type: '2', target })),
        { name: 'out', type: '2', target: '../../..' },
        { name: 'out/evil', content: 'x' },
        { name: 'inside', type: '2', target: 'out/evil' },
        { name: 'inside', content: 'beside' },
        { name: 'same-1', type: '1', target: '/etc/passwd' },
        { name: 'same-2', type: '1', target: '../../../x' },
        { name: 'same-3', type: '1', target: 'inside' },
        { name: 'device', type: '3' },
        { name: 'pipe', type: '6' },
        { name: 'unknown', type: 'Q' },
        { name: 'inside/file-below-a-file', content: 'x' },
      ]),
    );
    const { files, leftOut } = await archive.extract();
    expect([files, leftOut]).toEqual([4, 11]);
    expect(archive.names()).toEqual(['a', 'a.tar', 'a/inside', 'a/inside (2)', 'a/out', 'a/out/evil', 'a/same-3']);
    expect(fs.readlinkSync(archive.on('a/inside (2)'))).toBe('out/evil');
    expect(fs.readFileSync(archive.on('a/same-3'), 'utf8')).toBe('beside');
    expect(elsewhere()).toEqual(before);
  });

  it('in a zip never lead out', async () => {
    const links = TARGETS.map((target, n) => ({ name: `link-${n}`, content: target, mode: LINK }));
    const fine = { name: 'folder/fine', content: '../ok', mode: LINK };
    const archive = place('a.zip', zipOf([...links, fine, { name: 'ok', content: 'x' }]));
    expect((await archive.extract()).leftOut).toBe(TARGETS.length);
    expect(fs.readFileSync(archive.on('a/folder/fine'), 'utf8')).toBe('x');
    expect(archive.names()).toEqual(['a', 'a.zip', 'a/folder', 'a/folder/fine', 'a/ok']);
  });
});

const deflated = deflateRawSync(Buffer.alloc(MB));
const zeros = gzipSync(Buffer.alloc(16 * MB));
const tar = tarOf([{ name: 'a.txt', content: 'x'.repeat(2_000) }]);
const zip = zipOf([{ name: 'a.txt', content: 'x'.repeat(2_000) }]);
/** Gzip members behind each other are one stream. */
const repeated = (content: Buffer, times: number) => Buffer.concat(new Array<Buffer>(times).fill(gzipSync(content)));
const headers = (count: number) =>
  tarOf(Array.from({ length: count }, () => ({ name: 'f', type: '2', target: 'x' }))).subarray(0, -1024);

const REFUSED: [string, string, () => Buffer, RegExp][] = [
  ['1 GB of zeros', 'a.gz', () => Buffer.concat(new Array<Buffer>(64).fill(zeros)), /more than 250 times its size/],
  [
    'entries that share their bytes',
    'a.zip',
    () =>
      zipOf([
        { name: 'first', content: deflated, method: 8, size: MB },
        ...Array.from({ length: 3_000 }, (_, n) => ({ name: `f${n}`, isFirstAgain: true })),
      ]),
    /damaged/,
  ],
  [
    'less content than announced',
    'a.zip',
    () => zipOf([{ name: 'a', content: deflated, method: 8, size: 2 * MB }]),
    /damaged/,
  ],
  [
    'more content than announced',
    'a.zip',
    () => zipOf([{ name: 'a', content: deflated, method: 8, size: 10 }]),
    /damaged/,
  ],
  ['a stored size that is not its size', 'a.zip', () => zipOf([{ name: 'a', content: 'abc', size: 9 }]), /damaged/],
  ['an unknown compression', 'a.zip', () => zipOf([{ name: 'a', content: 'abc', method: 99 }]), /compression/],
  [
    'stored bytes that are not those it was made of',
    'a.zip',
    () => zipOf([{ name: 'photos/a.jpg', content: 'abc', sum: 1 }]),
    /“a.jpg” is damaged/,
  ],
  [
    'packed bytes that are not those it was made of',
    'a.zip',
    () => zipOf([{ name: 'b.txt', content: deflated, method: 8, size: MB, sum: 1 }]),
    /“b.txt” is damaged/,
  ],
  ['half of a zip', 'a.zip', () => zip.subarray(0, zip.length / 2), /damaged/],
  ['half of a tar', 'a.tar', () => tar.subarray(0, 1_000), /damaged/],
  ['half of a gzip', 'a.tar.gz', () => gzipSync(tar).subarray(0, 60), /damaged/],
  ['a broken xz', 'a.tar.xz', () => Buffer.from('\xfd7zXZ\0broken and more', 'latin1'), /damaged/],
  ['a broken bzip2', 'a.tar.bz2', () => Buffer.from('BZh9broken and more'), /damaged/],
  ['a size that is no number', 'a.tar', () => tarOf([{ name: 'a', size: '9999999999 ' }]), /damaged/],
  [
    'a pax size that is not the size',
    'a.tar',
    () =>
      tarOf([
        { name: 'p', type: 'x', content: '12 size=-77\n' },
        { name: 'a', content: 'x' },
      ]),
    /damaged/,
  ],
  [
    'a path of gigabytes',
    'a.tar.gz',
    () =>
      Buffer.concat([
        gzipSync(tarOf([{ name: 'L', type: 'L', size: '77777777777' }]).subarray(0, 512)),
        ...new Array<Buffer>(64).fill(zeros),
      ]),
    /damaged/,
  ],
  ['a million entries', 'a.tar.gz', () => repeated(headers(1_000), 1_000), /more than 100,000 entries/],
  ['no entry', 'a.zip', () => zipOf([]), /nothing to extract/],
  ['nothing', 'a.zip', () => Buffer.alloc(0), /not an archive/],
  ['text', 'a.tar', () => Buffer.from('# no archive\n'.repeat(100)), /not an archive/],
];

describe('an archive with', () => {
  it.each(REFUSED)('%s is refused with a sentence, and leaves nothing behind', async (_what, name, make, sentence) => {
    const archive = place(name, make());
    await expect(archive.extract()).rejects.toThrow(sentence);
    expect(archive.names()).toEqual([name]);
    expect(programs()).toEqual([]);
  });

  it('more entries than are extracted at once still gives those that are chosen', async () => {
    const many = Array.from({ length: 100_001 }, (_, n) => ({ name: `f${n}` }));
    const archive = place('a.zip', zipOf([...many, { name: 'one/a.txt', content: 'x' }]));
    await expect(archive.extract()).rejects.toThrow('more than 100,000 entries');
    await expect(archive.extract('one/a.txt')).resolves.toMatchObject({ files: 1, leftOut: 0 });
  });

  it('a million entries is listed up to a limit, which the answer says', async () => {
    const { entries, more } = await place('a.tar.gz', repeated(headers(1_000), 1_000)).list();
    expect([entries.length, more]).toEqual([5_000, true]);
  });

  it('1 GB of zeros is listed, and the agent answers meanwhile', async () => {
    const archive = place(
      'a.tar.gz',
      Buffer.concat([
        gzipSync(tarOf([{ name: 'z', size: '10000000000' }]).subarray(0, 512)),
        ...new Array<Buffer>(64).fill(zeros),
      ]),
    );
    const listing = archive.list();
    await agent.computer.info({});
    expect((await listing).entries).toMatchObject([{ path: 'z', size: 1024n ** 3n }]);
  });
});

describe('room', () => {
  it('that is missing ends an extraction, and leaves nothing behind', async () => {
    const small = await Agent.start({ env: { ZO_DISK_LIMIT_BYTES: String(24 * MB) } });
    try {
      const random = Buffer.concat(Array.from({ length: 64 }, () => crypto.getRandomValues(Buffer.alloc(65_536))));
      fs.writeFileSync(join(small.workspace, 'a.gz'), gzipSync(Buffer.concat(new Array<Buffer>(10).fill(random))));
      const free = 24 * MB - fs.statSync(join(small.workspace, 'a.gz')).size;
      expect(free).toBeLessThan(40 * MB);
      await expect(small.archives.extractArchive({ path: w('a.gz') })).rejects.toThrow('The disk is full.');
      expect(fs.readdirSync(small.workspace).toSorted()).toEqual(['Articles', 'Trash', 'a.gz']);
    } finally {
      await small.stop();
    }
  });
});

it('the program that reads an archive may be killed, and the agent goes on', async () => {
  const archive = place('a.gz', gzipSync(crypto.getRandomValues(Buffer.alloc(65_536))));
  fs.writeFileSync(
    archive.on('b.gz'),
    Buffer.concat(new Array<Buffer>(2_000).fill(fs.readFileSync(archive.on('a.gz')))),
  );
  const extraction = agent.archives.extractArchive({ path: w(`place-${folders}`, 'b.gz') });
  const [pid] = await until(programs, (found) => found.length > 0);
  process.kill(Number(pid), 'SIGKILL');
  await expect(extraction).rejects.toThrow('damaged');
  expect(archive.names()).toEqual(['a.gz', 'b.gz']);
  await expect(archive.extract()).resolves.toMatchObject({ files: 1 });
});

it('a folder, a link that leads out, a pipe and a missing file are no archives', async () => {
  const archive = place('a.zip', zip);
  fs.mkdirSync(archive.on('folder.zip'));
  fs.symlinkSync('/etc/hostname', archive.on('link.zip'));
  execFileSync('mkfifo', [archive.on('pipe.zip')]);
  for (const name of ['folder.zip', 'link.zip', 'pipe.zip', 'missing.zip']) {
    const path = w(`place-${folders}`, name);
    await expect(agent.archives.listArchive({ path })).rejects.toThrow();
    await expect(agent.archives.extractArchive({ path })).rejects.toThrow();
  }
  expect(archive.names()).toEqual(['a.zip', 'folder.zip', 'link.zip', 'pipe.zip']);
});
