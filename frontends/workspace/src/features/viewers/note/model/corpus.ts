/** Markdown of the world for tests: the examples of CommonMark, and the documents of installed packages. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const MAX_BYTES = 64 * 1024;
const PACKAGES = new URL('../../../../../../../node_modules/', import.meta.url).pathname;

export function commonMarkExamples(): string[] {
  const spec = readFileSync(require.resolve('commonmark-spec/spec.txt'), 'utf8');
  return [...spec.matchAll(/^`{32} example\n([^]*?)^\.\n/gm)].map(([, markdown]) => markdown!.replaceAll('→', '\t'));
}

/** Distinct documents of packages, evenly chosen from all of them. */
export function packageDocuments(count: number): { path: string; text: string }[] {
  const paths = globSync('**/*.md', { cwd: PACKAGES }).toSorted();
  const found = new Map<string, { path: string; text: string }>();
  const step = Math.max(1, Math.floor(paths.length / count / 2));
  for (let at = 0; at < paths.length && found.size < count; at += step) {
    const path = PACKAGES + paths[at]!;
    if (!statSync(path).isFile() || statSync(path).size > MAX_BYTES) continue;
    const text = readFileSync(path, 'utf8');
    if (text !== '') found.set(text, { path: paths[at]!, text });
  }
  return [...found.values()];
}

/** The same document as other programs write it. */
export const variantsOf = (text: string): string[] => [
  text,
  text.replaceAll(/\r?\n/g, '\r\n'),
  `\uFEFF${text}`,
  text.trimEnd(),
  text.split(/\r?\n/).reduce((all, line, index) => all + line + ['\n', '\r\n', '\r'][index % 3]!, ''),
];

/** A generator of numbers from 0 to 1 that repeats itself for a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
