// Helpers of the check groups: counted steps, tools to run, fixtures that must be refused.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../apps/launcher/install.mjs';

const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` };
let failed = 0;

export const hasFailed = () => failed > 0;

/** Runs one step and prints its outcome. `work` returns the error text, or undefined. */
export function step(name, work) {
  const begun = Date.now();
  const error = work();
  console.log(`${error ? '✗' : '✓'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  if (!error) return;
  failed++;
  console.log(error);
}

/** Runs a tool; returns its output when it fails, else undefined. */
export function tool(command, args, { cwd = root, input } = {}) {
  const result = spawnSync(command, args, { cwd, env, input, encoding: 'utf8', maxBuffer: 64e6 });
  return result.status === 0 ? undefined : `${result.stdout}${result.stderr ?? ''}${result.error?.message ?? ''}`;
}

/** Error text when the output does not refuse every bad fixture: a guard that accepts them is useless. */
export const mustFail = (what, output, wanted) => {
  const missing = wanted.filter((text) => !output?.includes(text));
  return missing.length === 0 ? undefined : `${what} did not refuse: ${missing.join(', ')}`;
};

/** A folder that is removed when the process ends. */
export function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'zo-check-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Paths of the files in the checkout, including uncommitted ones. */
export const checkedIn = () =>
  spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 64e6 })
    .stdout.split('\n')
    .filter((path) => path && !path.includes('/fixtures/') && existsSync(join(root, path)));

/** Copies fixtures outside the checkout, where no ignore pattern excludes them. */
export function fixtures(name) {
  const folder = temporary();
  cpSync(join(root, 'infra/tools/check/fixtures', name), folder, { recursive: true });
  mkdirSync(join(folder, 'services'), { recursive: true });
  writeFileSync(join(folder, 'services', 'tsconfig.json'), '{"compilerOptions":{"module":"nodenext"}}');
  return folder;
}
