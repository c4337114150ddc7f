/** Runs the blocks of a runbook as an administrator would type them. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Ran, Typing } from '../../apps/kubectl-zo/test/people.js';

const folder = new URL('..', import.meta.url);
const FENCE = /^```sh(?: (\S+))?\n([\s\S]*?)^```$/gm;
/** Where the others get their variables from, in the same shell. */
const WHERE = 'where';

export interface Runbook {
  /** Runs one block; the first command that fails ends it. */
  run(block: string, person: Parameters<Typing>[0], variables?: Readonly<Record<string, string>>): Promise<Ran>;
}

/** @param type runs what is typed */
export class Runbooks {
  private readonly left = new Map<string, Set<string>>();

  constructor(private readonly type: () => Typing) {
    for (const file of readdirSync(folder))
      if (file.endsWith('.md') && file !== 'README.md')
        this.left.set(file.slice(0, -3), new Set(Object.keys(blocksOf(file))));
  }

  /** Blocks that nobody ran, as `runbook: block`. */
  get untested(): string[] {
    return Array.from(this.left, ([name, blocks]) => Array.from(blocks, (block) => `${name}: ${block}`)).flat();
  }

  open(name: string): Runbook {
    const blocks = blocksOf(`${name}.md`);
    return {
      run: (block, person, variables) => {
        const text = blocks[block];
        if (text === undefined) throw new Error(`${name} has no block ${block}`);
        for (const ran of [block, WHERE]) this.left.get(name)!.delete(ran);
        return this.type()(person, `set -euo pipefail\n${blocks[WHERE] ?? ''}${text}`, variables);
      },
    };
  }
}

function blocksOf(file: string): Record<string, string> {
  const found = [...readFileSync(new URL(file, folder), 'utf8').matchAll(FENCE)];
  return Object.fromEntries(
    found.map(([, name, text]) => {
      if (!name) throw new Error(`a block of ${file} has no name`);
      return [name, text!];
    }),
  );
}
