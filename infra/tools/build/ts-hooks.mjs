// Runs TypeScript sources directly: node --import ./infra/tools/build/ts-hooks.mjs services/x/src/main.ts
// Uses swc instead of Node's type stripping, because Nest needs decorator metadata.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const options = readFileSync(new URL('swc.json', import.meta.url), 'utf8');
const require = createRequire(import.meta.url);
/** What tests start again and again is compiled once: by swc, and by V8. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/ts-hooks', import.meta.url));
const compiler = `${require('@swc/core/package.json').version}\n${options}`;
enableCompileCache(join(cache, 'v8'));
/** The query tells imports of the same file apart. */
const TYPESCRIPT = /^file:[^?]*\.ts(\?|$)/;

registerHooks({
  resolve(specifier, context, next) {
    if (
      /^\.{1,2}\/.*\.js$/.test(specifier) &&
      context.parentURL?.startsWith('file:') &&
      !context.parentURL.includes('/node_modules/')
    ) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!TYPESCRIPT.test(url) || url.includes('/node_modules/')) return next(url, context);
    const filename = fileURLToPath(url);
    return { format: 'module', source: compiled(filename, readFileSync(filename, 'utf8')), shortCircuit: true };
  },
});

function compiled(filename, source) {
  const hash = createHash('sha256').update(`${compiler}\n${filename}\n${source}`).digest('hex');
  const file = join(cache, `${hash}.mjs`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  // Loaded only where something is new: the compiler takes a fifth of a second.
  const { code } = require('@swc/core').transformSync(source, {
    ...JSON.parse(options),
    filename,
    swcrc: false,
    configFile: false,
    sourceMaps: 'inline',
  });
  try {
    mkdirSync(cache, { recursive: true });
    // Renamed, because other processes read the same cache.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, code);
    renameSync(draft, file);
  } catch {
    // A user who may not write here compiles again.
  }
  return code;
}
