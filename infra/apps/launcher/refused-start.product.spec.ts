import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@zo/testing';
import { freePorts } from '../../testing/engines/ports.js';
import { checkout, processesOf } from '../../testing/product/product.js';
import { removeFolder } from '../../testing/runner/folder.js';

/** sysexits EX_CONFIG. */
const INVALID_SETTINGS = 78;
const script = join(checkout, 'infra/apps/launcher/start.mjs');
let folder: string;
let port: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-refused-'));
  chmodSync(folder, 0o711);
  port = String((await freePorts(1))[0]);
});

afterAll(() => removeFolder(folder));

const environment = (settings: Record<string, string>) => ({
  ...process.env,
  NODE_OPTIONS: '',
  ZO_PREBUILT: '1',
  ZO_COMPUTER_IMAGE: 'none',
  ZO_DATA: join(folder, 'data'),
  PORT: port,
  ...settings,
});

function refusalOf(settings: Record<string, string>, cwd = checkout) {
  const ended = spawnSync(process.execPath, [script], {
    cwd,
    env: environment(settings),
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return { status: ended.status, lines: ended.stderr.trim().split('\n') };
}

describe('npm start with invalid settings', () => {
  it('reports each invalid variable in one sentence, without its value, and starts nothing', () => {
    const refusal = refusalOf({
      ZO_OWNER_EMAIL: 'ada at example',
      ZO_OWNER_PASSWORD: 'short',
      ZO_OWNER_HANDLE: 'admin',
      ZO_UPLOAD_MAX_MB: '1.5',
      ZO_IDLE_MINUTES: '0',
      ZO_RUN_MAX_STEPS: 'many',
      ZO_COMPUTER_IMAGE: 'other',
      ZO_PUBLIC_URL: 'zo.example.com',
      DATABASE_URL: 'mysql://localhost',
    });
    expect(refusal).toEqual({
      status: INVALID_SETTINGS,
      lines: [
        'zo: ZO_PUBLIC_URL must be an address, for example https://zo.example.com.',
        'zo: ZO_COMPUTER_IMAGE must be own or none.',
        'zo: DATABASE_URL must be a postgres:// address ({service} stands for the name of the service).',
        'zo: ZO_OWNER_EMAIL must be an e-mail address, for example ada@example.com.',
        'zo: ZO_OWNER_PASSWORD must have at least 10 characters.',
        'zo: ZO_OWNER_HANDLE must be another name: this one is reserved.',
        'zo: ZO_UPLOAD_MAX_MB must be a whole number.',
        'zo: ZO_RUN_MAX_STEPS must be a number.',
        'zo: ZO_IDLE_MINUTES must be above 0.',
      ],
    });
    expect(readdirSync(join(folder, 'data'))).toEqual([]);
  });

  it.each([
    [
      { ZO_OWNER_EMAIL: 'ada@example.com' },
      'ZO_OWNER_PASSWORD must be set together with ZO_OWNER_EMAIL, or neither of them.',
    ],
    [
      { ZO_OWNER_PASSWORD: 'correct horse' },
      'ZO_OWNER_EMAIL must be set together with ZO_OWNER_PASSWORD, or neither of them.',
    ],
    [{ ZO_UPLOAD_MAX_MB: '-1' }, 'ZO_UPLOAD_MAX_MB must be at least 0.'],
    [{ ZO_UPLOAD_MAX_MB: 'ten' }, 'ZO_UPLOAD_MAX_MB must be a number.'],
  ])('%j is refused', (settings, sentence) => {
    expect(refusalOf(settings)).toEqual({ status: INVALID_SETTINGS, lines: [`zo: ${sentence}`] });
  });

  it('a data folder that cannot be created is refused at once, even on a file system that answers ENOENT for its parent', () => {
    expect(refusalOf({ ZO_DATA: '/proc/zo' })).toEqual({
      status: 1,
      lines: ['zo: /proc/zo cannot be used for data (ENOENT); set ZO_DATA to a folder of yours'],
    });
  });

  it('a data folder that only root can reach is refused when root starts it', () => {
    if (process.getuid?.() !== 0) return;
    const locked = join(folder, 'locked');
    mkdirSync(locked, { mode: 0o700 });
    const { status, lines } = refusalOf({ ZO_DATA: join(locked, 'data') });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain(`${locked} can be entered by root only`);
  });
});

describe('npm start that is stopped early', () => {
  it('does not announce readiness and leaves nothing behind; a relative data folder is below the working directory', async () => {
    const data = join(folder, 'below', 'relative');
    mkdirSync(join(folder, 'below'), { mode: 0o755 });
    const child = spawn(process.execPath, [script], {
      cwd: join(folder, 'below'),
      env: environment({ ZO_DATA: 'relative' }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += String(text)));
    child.stderr.on('data', (text: Buffer) => (output += String(text)));
    const ended = once(child, 'exit') as Promise<[number | null]>;
    // The services have started, and take longer than this to become ready.
    await eventually(() => child.exitCode !== null || processesOf(data, 'services.mjs').length > 0);
    child.kill('SIGINT');
    expect([(await ended)[0], output]).toEqual([0, '']);
    expect(existsSync(join(data, 'postgres'))).toBe(true);
    expect(processesOf(data)).toEqual([]);
  });
});
