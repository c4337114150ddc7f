// Bundles the agent and its programs to one file each: dist/agent.mjs, dist/indexer.mjs … They are written elsewhere
// and renamed, so that concurrent builds do no harm.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';

/** What the agent runs in processes of their own. Its hosts take every file of the folder. */
const PROGRAMS = {
  indexer: './src/search/index/indexer.ts',
  machine: './src/machine/program.ts',
  archive: './src/archives/program.ts',
  closed: './src/processes/closed/program.ts',
  convert: './src/convert/program.ts',
  diagram: './src/diagrams/program.ts',
  extract: './src/search/documents/program.ts',
  'page-reader': './src/articles/reader.ts',
  table: './src/tables/child/table.ts',
  parquet: './src/tables/child/parquet.ts',
  thumb: './src/thumbs/program.ts',
  workbook: './src/tables/child/workbook.ts',
};

/** What D2 is made of. Its own entry would start a thread and look for these files. */
const d2 = dirname(createRequire(import.meta.url).resolve('@terrastruct/d2'));
const here = fileURLToPath(new URL('.', import.meta.url));

/** @param {string} folder where the bundles are put @returns the path of the agent */
export async function build(folder = `${here}dist`) {
  const scratch = `${folder}/.build-${process.pid}`;
  const compiler = rspack({
    context: here,
    mode: 'production',
    target: 'node24',
    entry: { agent: './src/main.ts', ...PROGRAMS },
    devtool: false,
    output: { path: scratch, filename: '[name].mjs', module: true, chunkFormat: 'module', library: { type: 'module' } },
    resolve: {
      extensions: ['.ts', '.js'],
      extensionAlias: { '.js': ['.ts', '.js'] },
      alias: { '@terrastruct/d2/files': d2 },
    },
    externals: { '@lydell/node-pty': 'import @lydell/node-pty' },
    optimization: { minimize: false, splitChunks: false },
    // ws would load these modules if they were there; the agent must not look for them in a user's folders.
    plugins: [new rspack.IgnorePlugin({ resourceRegExp: /^(bufferutil|utf-8-validate)$/ })],
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } },
          type: 'javascript/auto',
        },
        { resourceQuery: /source/, type: 'asset/source' },
        // Codecs of pictures and D2 come with their WebAssembly in the bundle, and must not look for it anywhere else.
        { test: /\.wasm$/, type: 'asset/inline' },
        { test: /@jsquash\/.*\.js$/, parser: { url: false } },
      ],
      parser: { javascript: { dynamicImportMode: 'eager', worker: ['Worker from node:worker_threads'] } },
    },
  });
  mkdirSync(scratch, { recursive: true });
  const stats = await new Promise((done, fail) =>
    compiler.run((error, result) => (error ? fail(error) : done(result))),
  );
  await new Promise((done) => compiler.close(done));
  if (stats.hasErrors()) throw new Error(stats.toString({ colors: false, all: false, errors: true }));
  // The agent last: tests take its time for the time of the build.
  for (const name of [...Object.keys(PROGRAMS), 'history', 'agent'])
    renameSync(`${scratch}/${name}.mjs`, `${folder}/${name}.mjs`);
  rmSync(scratch, { recursive: true });
  return `${folder}/agent.mjs`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await build());
