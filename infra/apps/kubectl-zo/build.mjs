// `npm run kubectl-zo`: builds the plugin, one file that needs nothing but Node. kubectl finds it on PATH by its name.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleServer } from '../../tools/build/bundle.mjs';

export const folder = fileURLToPath(new URL('../../dist/kubectl-zo', import.meta.url));

/** @returns the folder to put on PATH */
export async function buildPlugin() {
  mkdirSync(folder, { recursive: true });
  const half = mkdtempSync(join(folder, '.half-'));
  try {
    await bundleServer({ plugin: 'infra/apps/kubectl-zo/main.ts' }, half, { whole: true });
    const program = join(half, 'kubectl-zo');
    writeFileSync(
      program,
      '#!/usr/bin/env ' +
        `node\n${readFileSync(join(half, 'plugin.mjs'), 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '')}`,
    );
    chmodSync(program, 0o755);
    renameSync(program, join(folder, 'kubectl-zo'));
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(`kubectl zo is in ${await buildPlugin()}: put the folder on PATH, or copy the file to one that is`);
