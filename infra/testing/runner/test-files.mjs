import { spawnSync } from 'node:child_process';
import { suiteOf } from './suites.mjs';

/** Paths of all test files in the checkout, including uncommitted ones. */
export function testFiles(root) {
  const { stdout } = spawnSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.spec.ts', '*.spec.tsx', '*.e2e.ts'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64e6,
    },
  );
  return stdout.split('\n').filter((path) => suiteOf(path) !== undefined);
}
