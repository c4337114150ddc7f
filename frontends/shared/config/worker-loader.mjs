// Loader of `x.worker.ts?url`: bundles a web worker on its own and exports its address. The usual
// `new Worker(new URL(…))` would put the runtime of Module Federation into the worker, where it cannot start.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { rspack } from '@rspack/core';

const TYPESCRIPT = {
  test: /\.ts$/,
  loader: 'builtin:swc-loader',
  options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
  type: 'javascript/auto',
};

/** Bundles one entry. Returns its code and the files it was built from. */
async function bundle(entry, mode) {
  const folder = await mkdtemp(join(tmpdir(), 'zo-worker-'));
  const compiler = rspack({
    mode,
    entry,
    target: 'webworker',
    devtool: false,
    output: { path: folder, filename: 'worker.js' },
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: [TYPESCRIPT] },
  });
  try {
    const stats = await new Promise((resolve, reject) =>
      compiler.run((error, result) => (error ? reject(error) : resolve(result))),
    );
    if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
    return { code: await readFile(join(folder, 'worker.js')), files: [...stats.compilation.fileDependencies] };
  } finally {
    await new Promise((resolve) => compiler.close(resolve));
    await rm(folder, { recursive: true, force: true });
  }
}

export default async function workerLoader() {
  const { code, files } = await bundle(this.resourcePath, this.mode);
  for (const file of files) this.addDependency(file);
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 10);
  const name = `static/js/${basename(this.resourcePath, '.ts')}.${hash}.js`;
  this.emitFile(name, code);
  return `export default __webpack_public_path__ + ${JSON.stringify(name)};`;
}
