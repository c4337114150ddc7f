// Loader of `x.worker.ts?url`: bundles a web worker on its own and exports its address. The usual
// `new Worker(new URL(…))` would put the runtime of Module Federation into the worker, where it cannot start.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { bundle } from './bundle.mjs';

export default async function workerLoader() {
  const { code, files } = await bundle(this.resourcePath, { mode: this.mode, target: 'webworker' });
  for (const file of files) this.addDependency(file);
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 10);
  const name = `static/js/${basename(this.resourcePath, '.ts')}.${hash}.js`;
  this.emitFile(name, code);
  return `export default __webpack_public_path__ + ${JSON.stringify(name)};`;
}
