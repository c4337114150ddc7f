/** Bundles code that runs without the runtime of Module Federation. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rspack/core';

const TYPESCRIPT = {
  test: /\.ts$/,
  loader: 'builtin:swc-loader',
  options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
  type: 'javascript/auto',
};

/** Types: bundle.d.mts. */
export async function bundle(entry, { mode, target }) {
  const folder = await mkdtemp(join(tmpdir(), 'zo-bundle-'));
  const compiler = rspack({
    mode,
    entry,
    target,
    devtool: false,
    output: { path: folder, filename: 'bundle.js' },
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: [TYPESCRIPT] },
  });
  try {
    const stats = await new Promise((resolve, reject) =>
      compiler.run((error, result) => (error ? reject(error) : resolve(result))),
    );
    if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
    return { code: await readFile(join(folder, 'bundle.js')), files: [...stats.compilation.fileDependencies] };
  } finally {
    await new Promise((resolve) => compiler.close(resolve));
    await rm(folder, { recursive: true, force: true });
  }
}
