import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRoot } from './layout.js';
import type { ComputerHostOptions } from './spec.js';

const TIMEOUT_MS = 5_000;

/** Tries the sandbox once. @returns '' when it works, else a sentence with the cause and what to do */
export async function whyForbidden(options: ComputerHostOptions): Promise<string> {
  if (process.platform !== 'linux') return 'Computers need Linux.';
  const identity = isRoot ? [] : ['--unshare-user', '--uid', '1000', '--gid', '1000'];
  const folder = mkdtempSync(join(tmpdir(), 'zo-probe-'));
  const args = [
    '--unshare-pid',
    '--unshare-net',
    '--unshare-ipc',
    '--unshare-uts',
    ...identity,
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--bind',
    folder,
    '/tmp',
    '--die-with-parent',
    'true',
  ];
  const failure = await run(options.bwrap ?? 'bwrap', args);
  rmSync(folder, { recursive: true, force: true });
  if (!failure) return '';
  const missing = failure.includes('ENOENT');
  const cause = missing
    ? 'bubblewrap is not installed (apt install bubblewrap)'
    : `this system forbids it (${failure})`;
  return `Computers cannot be isolated here: ${cause}. The owner can run without isolation by starting with ZO_UNSANDBOXED=1.`;
}

/** Whether bubblewrap can bind folders that are open already, which closed commands need. */
export async function canBindOpenFolders({ bwrap = 'bwrap' }: ComputerHostOptions): Promise<boolean> {
  return promisify(execFile)(bwrap, ['--help'], { timeout: TIMEOUT_MS }).then(
    ({ stdout }) => stdout.includes('--bind-fd'),
    () => false,
  );
}

function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: TIMEOUT_MS });
    let complaint = '';
    child.stderr.on('data', (data: Buffer) => (complaint += data.toString('utf8')));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) =>
      resolve(code === 0 ? '' : complaint.trim().split('\n').at(-1)?.slice(0, 200) || `code ${code}`),
    );
  });
}
