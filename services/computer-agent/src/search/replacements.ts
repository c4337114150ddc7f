/** Lets ripgrep fill the groups of a pattern into a replacement, because no other engine reads patterns as it does. */
import type { FindTools } from './found.js';
import { hitArguments, type HitSearch, wantedFiles } from './hit-search.js';
import { killOn, type LineMatch, namesOf, outputOf, startRipgrep } from './ripgrep.js';

const ZERO = 0;
const MAX_ROWS = 100_000;
const LINE = /^(\d+):/;

/** The texts for the hits of each line. */
export class Replacements {
  private readonly texts = new Map<string, string[]>();

  add(names: readonly string[], line: number, text: string): void {
    const key = `${names.join('/')}\0${line}`;
    const known = this.texts.get(key);
    if (known) known.push(text);
    else this.texts.set(key, [text]);
  }

  /** One text for each hit of the line; undefined when the file has changed since. */
  of({ names, line, found }: LineMatch): string[] | undefined {
    const texts = this.texts.get(`${names.join('/')}\0${line}`);
    return texts?.length === found.length ? texts : undefined;
  }
}

/** The replacements of all hits of a search. */
export async function replacementsOf({ home, config, watcher }: FindTools, search: HitSearch): Promise<Replacements> {
  const texts = new Replacements();
  const args = [
    '--no-heading',
    '--with-filename',
    '--null',
    '--line-number',
    '--only-matching',
    '--replace',
    search.request.replacement,
    ...hitArguments(search),
  ];
  const child = await home.inside(search.path, (folder) => startRipgrep(config, args, folder.self));
  if (!child) return texts;
  const end = killOn(search.until, child);
  const isWanted = wantedFiles(watcher, search);
  // The last line that is looked at may have many hits.
  let left = MAX_ROWS;
  let file = { path: '', isWanted: false };
  try {
    for await (const { line: row, cut } of outputOf(child)) {
      const zero = row.indexOf(ZERO);
      const rest = row.subarray(zero + 1).toString('utf8');
      // An offset would be one of the replaced line, so only the order tells which hit is meant.
      const [prefix, line] = LINE.exec(rest) ?? [];
      if (cut || zero < 0 || prefix === undefined) continue;
      const path = row.toString('utf8', 0, zero);
      const names = namesOf(path);
      if (file.path !== path) file = { path, isWanted: isWanted(names) };
      if (!file.isWanted) continue;
      texts.add(names, Number(line), rest.slice(prefix.length));
      if (--left === 0) break;
    }
    return texts;
  } finally {
    end();
  }
}
