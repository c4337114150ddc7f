/** Search over 20,000 files: as one types, and how soon a change is found. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Person, Product } from '../testing/product/product.js';
import { homeOf } from './home.js';
import { median, print, quantile, time, times } from './report.js';

const FILES = 20_000;
const PER_FOLDER = 200;
const WORDS = 700;
const VOCABULARY = 20_000;
const TYPED = 40;
const CHANGES = 20;

interface Answer {
  results: { path: string[]; lines: unknown[] }[];
  total: number;
}

/** Words as often as in a language: the first ones in nearly every file, most of them in few. */
function textOf(file: number): string {
  let seed = file + 1;
  const words = Array.from({ length: WORDS }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return wordOf(Math.floor(VOCABULARY ** (seed / 2 ** 31)));
  });
  return [wordOf(1), ...words].map((word, at) => (at % 12 === 11 ? `${word}\n` : word)).join(' ');
}

/** A pronounceable word for a rank. */
function wordOf(rank: number): string {
  const [consonants, vowels] = ['bdfgklmnprst', 'aeiou'];
  let text = '';
  for (let rest = rank + 60; rest > 0; rest = Math.floor(rest / 60))
    text += consonants![rest % 12]! + vowels![Math.floor(rest / 12) % 5]!;
  return text;
}

/** The beginnings of two words, letter by letter, as they arrive while somebody types them. */
function* typed(): Generator<string> {
  for (let rank = 300; ; rank += 977) {
    const words = `${wordOf(rank % VOCABULARY)} ${wordOf((rank * 7) % 500)}`;
    for (let length = 2; length <= words.length; length++) if (words[length - 1] !== ' ') yield words.slice(0, length);
  }
}

/** The baseline of a search is ripgrep on the same files, once for each query, as a search without an index would. */
export async function search(product: Product, ada: Person): Promise<void> {
  const home = homeOf(product);
  for (let file = 0; file < FILES; file++) {
    const folder = join(home, 'texts', String(Math.floor(file / PER_FOLDER)));
    if (file % PER_FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${wordOf(file)} ${file}.md`), textOf(file));
  }
  const find = (query: string, folder: string[] = []) =>
    ada.json<Answer>(
      `/api/files/search/everything?limit=20&q=${encodeURIComponent(query)}&root=w&path=${encodeURIComponent(JSON.stringify(folder))}`,
    );
  const built = await time(async () => {
    // The first word is in every file.
    for (let folder = 0; folder < FILES / PER_FOLDER; folder++)
      while ((await find(`"${wordOf(1)}"`, ['texts', String(folder)])).total < PER_FOLDER) await delay(50);
  });
  print({ area: 'search', name: 'index of 20,000 files, once', ours: built / 1_000, unit: 's', goal: 'printed' });

  const queries = typed();
  const asked: string[] = [];
  const samples = await times(TYPED, () => {
    asked.push(queries.next().value as string);
    return find(asked.at(-1)!);
  });
  const floor = median(
    await times(10, async (at) => {
      try {
        execFileSync('rg', ['--fixed-strings', '--ignore-case', '--files-with-matches', asked[at]!, home], {
          maxBuffer: 2 ** 26,
        });
      } catch {
        // Nothing found.
      }
    }),
  );
  print({ area: 'search', name: 'as typed, p50', ours: median(samples), floor, unit: 'ms', goal: '<= 100' });
  print({ area: 'search', name: 'as typed, p95', ours: quantile(samples, 0.95), floor, unit: 'ms', goal: 'printed' });

  const found = await times(CHANGES, async (at) => {
    const word = `zyxw${at}qv`;
    writeFileSync(join(home, 'texts', '0', `new ${at}.md`), `a new ${word} here`);
    // By beginnings of words only the index finds it: a search for substrings would not need one.
    while (!(await find(`${word.slice(0, -1)} here`)).results.some(({ lines }) => lines.length > 0)) await delay(10);
  });
  print({ area: 'search', name: 'a change is found, p50', ours: median(found), unit: 'ms', goal: '<= 5,000' });
  print({ area: 'search', name: 'a change is found, worst', ours: Math.max(...found), unit: 'ms', goal: '<= 5,000' });
}
