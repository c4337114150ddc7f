import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { mergeRsbuildConfig } from '@rsbuild/core';
import { defineApp } from '../shared/config/app.ts';
import { changeWorker, minifyWorker } from './pdf-worker.ts';

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const WORKER = 'build/pdf.worker.mjs';

/** Everything pdf.js loads by its address. The hash in the folder's name lets browsers keep the files. */
function pdfAssets() {
  const worker = changeWorker(readFileSync(join(PDFJS, WORKER), 'utf8'));
  const hash = createHash('sha256').update(worker).digest('hex').slice(0, 10);
  const folder = `static/pdf.${hash}.files`;
  const copied = (from: string, to: string) => ({ from, to: `${folder}/${to}`, context: PDFJS });
  return {
    address: `/remotes/workspace/${folder}/`,
    copy: [
      { ...copied(WORKER, 'pdf.worker.min.mjs'), transform: () => minifyWorker(worker) },
      copied('cmaps', 'cmaps'),
      copied('standard_fonts', 'standard_fonts'),
      copied('iccs', 'iccs'),
      ...['jbig2.wasm', 'openjpeg.wasm', 'qcms_bg.wasm'].map((name) => copied(`wasm/${name}`, `wasm/${name}`)),
    ],
  };
}

/** Pages that the gateway serves on the content origin (services/gateway/src/frames.ts), with what they load. */
const frames = [
  { from: 'frames', to: 'frames', context: import.meta.dirname },
  {
    from: 'mermaid.min.js',
    to: 'frames/mermaid.min.js',
    context: dirname(createRequire(import.meta.url).resolve('mermaid')),
  },
];

const pdf = pdfAssets();

export default mergeRsbuildConfig(defineApp({ name: 'workspace', exposes: { './routes': './src/routes.tsx' } }), {
  source: { define: { PDF_ASSETS: JSON.stringify(pdf.address) } },
  output: { copy: [...pdf.copy, ...frames] },
});
