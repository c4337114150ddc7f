import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serveFrames } from './frames.js';
import { serveFrontend } from './frontend.js';

describe('built files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zo-static-'));
  const shell = join(folder, 'shell', 'dist');
  const frames = join(folder, 'workspace', 'dist', 'frames');
  let server: Server;
  let url: string;

  beforeAll(async () => {
    for (const dist of [shell, frames]) {
      mkdirSync(dist, { recursive: true });
      for (const name of ['kept', 'removed']) writeFileSync(join(dist, `${name}.js`), `// ${name}\n`);
    }
    const app = serveFrontend(folder);
    const frame = serveFrames(folder, 'http://localhost');
    server = createServer((request, response) =>
      (request.url!.startsWith('/frame/') ? frame : app)(request, response, { pathname: request.url! }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const dist of [shell, frames]) rmSync(join(dist, 'removed.js'));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['app', ''],
    ['frames', '/frame'],
  ])('one of the %s that a new build removed fails alone', async (_of, prefix) => {
    await expect(fetch(`${url}${prefix}/removed.js`).then((response) => response.text())).rejects.toThrow();
    const kept = await fetch(`${url}${prefix}/kept.js`);
    expect(await kept.text()).toBe('// kept\n');
  });

  it('are sent whole, whatever range is asked for', async () => {
    for (const range of ['bytes=5-2', 'bytes=3-4', 'bytes=-3', 'bytes=999-', 'x']) {
      const response = await fetch(`${url}/kept.js`, { headers: { range } });
      expect([response.status, await response.text()]).toEqual([200, '// kept\n']);
    }
  });
});
