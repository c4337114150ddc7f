import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { ADA, BOB, ada, closeScene, computers, json, onDisk, openScene, put, service } from './scene.js';

beforeAll(() => openScene());
afterAll(closeScene);

/** A black PNG, as high as it is wide. */
function pngOf(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
    body.writeUInt32BE(data.length, 0);
    body.writeUInt32BE(crc32(body.subarray(4, -4)), body.length - 4);
    return body;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(side * (1 + side * 3)));
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

describe('raw bytes', () => {
  it('FV-01 S5 an SVG is only shown as an image: its scripts do not run, and opened directly it is a download', async () => {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    put(picture, 'Raw', 'drawn.svg');
    put(`\ufeff<?xml version="1.0"?>\n<!-- by hand -->\n${picture}`, 'Raw', 'prolog.SVG');
    for (const name of ['drawn.svg', 'prolog.SVG']) {
      const { headers } = await ada(`/api/file/Raw/${name}`);
      expect([
        headers.get('content-type'),
        headers.get('content-disposition'),
        headers.get('content-security-policy'),
        headers.get('x-content-type-options'),
      ]).toEqual([
        'image/svg+xml',
        `attachment; filename=${name}`,
        `sandbox; default-src 'none'; style-src 'unsafe-inline'`,
        'nosniff',
      ]);
    }
    put('<html><script>alert(1)</script></html>', 'Raw', 'page.svg');
    put('\0<svg', 'Raw', 'bytes.svg');
    for (const name of ['page.svg', 'bytes.svg', 'drawn.svg?download=1'])
      expect([name, (await ada(`/api/file/Raw/${name}`)).headers.get('content-type')]).toEqual([
        name,
        'application/octet-stream',
      ]);
  });

  it('thumbnails hold up no download, and are not made for those that have left', async () => {
    const picture = pngOf(6_000);
    mkdirSync(onDisk('Photos'));
    for (let photo = 0; photo < 60; photo++) writeFileSync(onDisk('Photos', `${photo}.png`), picture);
    put('a note', 'Photos', 'note.txt');
    const left = new AbortController();
    let settled = 0;
    const thumbs = Array.from({ length: 60 }, (_none, photo) =>
      ada(`/api/file/Photos/${photo}.png?thumb=320`, { signal: left.signal })
        .catch(() => undefined)
        .finally(() => settled++),
    );
    const folder = join(computers.get(ADA)!.home, '.computer/cache/thumbs');
    await Promise.race(thumbs);
    expect(await (await ada('/api/file/Photos/note.txt')).text()).toBe('a note');
    expect(settled).toBeLessThan(12);
    left.abort();
    await Promise.all(thumbs);
    writeFileSync(onDisk('Photos', 'last.png'), pngOf(10));
    expect((await ada('/api/file/Photos/last.png?thumb=320')).status).toBe(200);
    expect(readdirSync(folder).length).toBeLessThan(20);
  });

  it('FT-11 serves ranges, and never content that could run on our origin', async () => {
    put('<script>alert(1)</script>', 'Raw', 'page.html');
    put('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'Raw', 'fake.png');
    put('0123456789', 'Raw', 'ten.txt');
    const page = await ada('/api/file/Raw/page.html');
    expect([page.headers.get('content-type'), page.headers.get('x-content-type-options')]).toEqual([
      'text/plain; charset=utf-8',
      'nosniff',
    ]);
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
    const fake = await ada('/api/file/Raw/fake.png');
    expect([fake.headers.get('content-type'), fake.headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      'attachment; filename=fake.png',
    ]);
    const part = await ada('/api/file/Raw/ten.txt', { headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
    const suffix = await ada('/api/file/Raw/ten.txt', { headers: { range: 'bytes=-3' } });
    expect(await suffix.text()).toBe('789');
    expect((await ada('/api/file/Raw/ten.txt', { headers: { range: 'bytes=99-' } })).status).toBe(416);
    const head = await ada('/api/file/Raw/ten.txt', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    const download = await ada('/api/file/Raw/ten.txt?download=1');
    expect(download.headers.get('content-disposition')).toBe('attachment; filename=ten.txt');
  });

  it('FT-11 every file arrives in a zip under its own safe name, whatever it is called', async () => {
    const raw = (bytes: string) => Buffer.concat([Buffer.from(`${onDisk('Odd')}/`), Buffer.from(bytes, 'latin1')]);
    mkdirSync(onDisk('Odd', 'a'), { recursive: true });
    const odd = ['..\\evil.txt', '.._evil.txt', 'C:evil.txt', 'c:\\windows', 'a\\b', 'a/b', 'caf\xe9', 'caf\xe8', '\\'];
    for (const name of odd) writeFileSync(raw(name), name, 'latin1');
    const answer = await ada('/api/file?download=1&paths=w/Odd,w/Odd/..%255Cevil.txt,w/Odd/C%253Aevil.txt');
    expect(answer.status).toBe(200);
    const folder = mkdtempSync(join(tmpdir(), 'zo-zip-'));
    writeFileSync(join(folder, 'z.zip'), Buffer.from(await answer.arrayBuffer()));
    const read =
      'import zipfile,sys,json;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;' +
      'print(json.dumps([[n,z.read(n).decode("latin1")] for n in z.namelist() if not n.endswith("/")]))';
    const found = JSON.parse(execFileSync('python3', ['-c', read, join(folder, 'z.zip')], { encoding: 'utf8' })) as [
      string,
      string,
    ][];
    rmSync(folder, { recursive: true });
    expect(
      found
        .filter(([name]) => name.startsWith('Odd/'))
        .map(([, content]) => content)
        .toSorted(),
    ).toEqual(odd.toSorted());
    expect(new Set(found.map(([name]) => name)).size).toBe(odd.length + 2);
    expect(found.filter(([name]) => /\\|^[a-z]:|(^|\/)\.\.(\/|$)/i.test(name))).toEqual([]);
    expect(found).toContainEqual(['Odd/.._evil.txt', '.._evil.txt']);
    expect(found).toContainEqual(['Odd/.._evil (2).txt', '..\\evil.txt']);
    expect(found).toContainEqual(['C_evil.txt', 'C:evil.txt']);
  });

  it('FT-11 many files and folders come as one zip, with commas and quotes in names', async () => {
    put('comma', 'Zip', 'a,b.txt');
    put('quote', 'Zip', 'q"ü.txt');
    put('deep', 'Zip', 'd', 'e.txt');
    const list = [
      ['Zip', 'a,b.txt'],
      ['Zip', 'q"ü.txt'],
      ['Zip', 'd'],
    ]
      .map((path) => encodeURIComponent(path.join('/')))
      .join(',');
    const answer = await ada(`/api/file?download=1&paths=${encodeURIComponent(list)}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const folder = mkdtempSync(join(tmpdir(), 'zo-zip-'));
    writeFileSync(join(folder, 'z.zip'), Buffer.from(await answer.arrayBuffer()));
    const names = execFileSync(
      'python3',
      [
        '-c',
        'import zipfile,sys;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is ' +
          'None;print("\\n".join(sorted(z.namelist())))',
        join(folder, 'z.zip'),
      ],
      { encoding: 'utf8' },
    );
    rmSync(folder, { recursive: true });
    expect(
      names
        .trim()
        .split('\n')
        .filter((name) => !name.endsWith('/')),
    ).toEqual(['a,b.txt', 'd/e.txt', 'q"ü.txt']);
    expect((await ada('/api/file?download=1&paths=gone.txt')).status).toBe(404);
  });

  it('S1 nothing outside the roots is ever served, in any encoding', async () => {
    const canary = join(computers.get(ADA)!.home, '.computer', 'canary.txt');
    mkdirSync(join(canary, '..'), { recursive: true });
    writeFileSync(canary, 'CANARY');
    symlinkSync(canary, onDisk('link.txt'));
    symlinkSync('/etc', onDisk('etc'));
    const attempts = [
      '..%2f.computer%2fcanary.txt',
      '%2e%2e/.computer/canary.txt',
      '%252e%252e/.computer/canary.txt',
      '..%c0%af.computer',
      '..%5c.computer',
      's/..%2f.computer%2fcanary.txt',
      'etc/passwd',
      'proc/self/environ',
      'a%00b',
    ];
    for (const attempt of attempts) {
      const answer = await ada(`/api/file/${attempt}`);
      expect([attempt, answer.status >= 400 && answer.status < 500, (await answer.text()).includes('CANARY')]).toEqual([
        attempt,
        true,
        false,
      ]);
    }
  });

  it('S4 another user cannot see any of it', async () => {
    put('secret', 'private.txt');
    const bob = service.as(BOB);
    expect((await bob('/api/file/private.txt')).status).toBe(404);
    expect(await json(bob('/api/read-fs', { json: { slug: ['private.txt'], root: 'w' } }))).toMatchObject({
      error: 'File not found: private.txt',
    });
  });
});
