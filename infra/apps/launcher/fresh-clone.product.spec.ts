import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '@zo/testing';
import { freePorts } from '../../testing/engines/ports.js';
import { checkout, processesOf } from '../../testing/product/product.js';
import { removeFolder } from '../../testing/runner/folder.js';

/** Installing takes a minute or more, and several without a cache. */
const INSTALL_MS = 600_000;
let clone: string;

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'zo-clone-'));
  chmodSync(clone, 0o755);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: checkout,
    maxBuffer: 64e6,
  });
  for (const path of String(listed).split('\0').filter(Boolean)) {
    if (!existsSync(join(checkout, path))) continue;
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(join(checkout, path), join(clone, path), { recursive: true });
  }
});

afterAll(() => removeFolder(clone));

const environment = () => ({ ...process.env, NODE_OPTIONS: '', ZO_PREBUILT: undefined, NX_DAEMON: 'false' });

describe('first command on a clone', () => {
  it(
    'npm run build installs what it needs and builds the browser code',
    () => {
      const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], {
        cwd: clone,
        env: environment(),
        encoding: 'utf8',
        maxBuffer: 64e6,
      });
      expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
      for (const app of ['shell', 'workspace', 'chat', 'settings'])
        expect([app, existsSync(join(clone, 'frontends', app, 'dist'))]).toEqual([app, true]);
    },
    INSTALL_MS,
  );

  it(
    'npm run dev installs what npm start left out, and starts',
    async () => {
      // As npm start leaves it: without the packages that only development needs.
      execFileSync('npm', ['prune', '--omit=dev', '--offline', '--no-audit', '--no-fund'], { cwd: clone });
      const stamp = join(clone, 'node_modules', '.zo-installed');
      writeFileSync(stamp, readFileSync(stamp, 'utf8').replace(/full$/, 'production'));
      const lock = readFileSync(join(clone, 'package-lock.json'), 'utf8');
      expect(existsSync(join(clone, 'node_modules', '@swc', 'core'))).toBe(false);
      const data = join(clone, 'data');
      const [port] = await freePorts(1);
      const child = spawn(process.execPath, ['infra/apps/launcher/start.mjs', '--dev'], {
        cwd: clone,
        env: { ...environment(), ZO_DATA: data, ZO_COMPUTER_IMAGE: 'none', PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      child.stdout.on('data', (text: Buffer) => (output += String(text)));
      child.stderr.on('data', (text: Buffer) => (output += String(text)));
      const ended = once(child, 'exit') as Promise<[number | null]>;
      await eventually(() => child.exitCode !== null || output.includes('is ready after'), INSTALL_MS);
      expect(output).toContain('is ready after');
      expect(readFileSync(join(clone, 'package-lock.json'), 'utf8') === lock).toBe(true);
      expect(readFileSync(stamp, 'utf8')).toMatch(/ full$/);
      child.kill('SIGINT');
      expect((await ended)[0]).toBe(0);
      expect(processesOf(data)).toEqual([]);
    },
    INSTALL_MS,
  );
});
