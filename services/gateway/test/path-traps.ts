/** Files beside a home that no path may reach, and links that lead there. */
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const CANARY = 'CANARY-5d1f';

export const LINKS: Record<string, string> = {
  'l-out': '../../outside',
  'l-file': '../../outside/secret.txt',
  'l-root': '/',
  'l-self': 'l-self',
  'l-up': '../..',
  'l-proc': '/proc/self/environ',
  'l-zero': '/dev/zero',
  'l-chain': 'l-out',
  'l-home': '/home/ada/../outside',
  'l-dir': '../../outside/dir',
  'l-etc': '/etc/passwd',
};
/** Creates a folder beside the home; a path that reaches its files through a link has escaped. */
export function createOutside(home: string): void {
  mkdirSync(join(home, '..', 'outside', 'dir'), { recursive: true });
  for (const name of ['secret.txt', 'dir/secret.txt', '.env']) writeFileSync(join(home, '..', 'outside', name), CANARY);
  symlinkSync('dir', join(home, '..', 'outside', 'link'));
}

/** Restores what earlier requests moved or removed. */
export function createHostileLinks(home: string): void {
  for (const root of ['workspace', 'sites']) {
    for (const [name, target] of Object.entries(LINKS)) {
      const at = join(home, root, name);
      rmSync(at, { recursive: true, force: true });
      symlinkSync(target, at);
    }
    mkdirSync(join(home, root, 'folder'), { recursive: true });
    writeFileSync(join(home, root, 'folder', 'file.txt'), 'mine');
  }
}

/** Digest of everything that must stay unchanged. */
export function outside(home: string): string {
  const hash = createHash('sha256');
  const note = (at: string) => {
    const stats = lstatSync(at);
    hash.update(
      `${at}:${stats.mode}:${stats.isFile() ? readFileSync(at, 'utf8') : stats.isSymbolicLink() ? readlinkSync(at) : ''}`,
    );
    if (stats.isDirectory()) for (const name of readdirSync(at).toSorted()) note(join(at, name));
  };
  note(join(home, '..', 'outside'));
  hash.update(
    readdirSync(home)
      .filter((name) => !/^\.|\.sock$/.test(name))
      .toSorted()
      .join(),
  );
  return hash.digest('hex');
}
/** What no response may contain. */
export const LEAK = new RegExp(`${CANARY}|root:x?:0:0|ZO_AGENT_SECRET`);
