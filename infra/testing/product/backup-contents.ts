/** What tests of backups compare: row counts, and files whose metadata must survive. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  existsSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { adminUrlOptions } from '@zo/db';
import { adminUrlAt } from '@zo/embedded-postgres';
import { Client } from 'pg';
import type { Person } from './product.js';

/** Size of a file that is one hole, in bytes. */
export const HOLE = 64 * 1024 ** 2;

/** Row counts of all tables of an installation. */
export async function counts(data: string): Promise<Record<string, number>> {
  const client = new Client(adminUrlOptions(adminUrlAt(join(data, 'postgres'))));
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string }>(
      `select schemaname || '.' || tablename as table from pg_tables
         where schemaname !~ '^pg_' and schemaname <> 'information_schema' order by 1`,
    );
    const counted: Record<string, number> = {};
    for (const { table } of rows)
      counted[table] = Number((await client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]!.n);
    return counted;
  } finally {
    await client.end();
  }
}

/** Row counts without the tables that change while the product runs. */
export const quiet = (all: Record<string, number>) =>
  Object.fromEntries(Object.entries(all).filter(([table]) => !table.startsWith('events.')));

/** The home of a user in the data folder of an installation, which holds a file `of <handle>`. */
export const homeOf = (data: string, person: Person) => {
  const homes = readdirSync(join(data, 'homes'));
  return homes
    .map((id) => join(data, 'homes', id))
    .find((home) => existsSync(join(home, 'workspace', `of ${person.me.handle}`)))!;
};

/** Creates files with unusual metadata: owner, mode, time, holes, links, attributes. */
export function createUnusualFiles(home: string): void {
  const { uid, gid } = statSync(home);
  const at = (name: string) => join(home, 'workspace', name);
  writeFileSync(at('run.sh'), '#!/bin/sh\n', { mode: 0o750 });
  writeFileSync(at('hole'), 'begin');
  truncateSync(at('hole'), HOLE);
  symlinkSync('run.sh', at('link'));
  symlinkSync('/etc/passwd', at('out'));
  execFileSync('python3', ['-c', 'import os, sys; os.setxattr(sys.argv[1], "user.note", b"kept")', at('run.sh')]);
  for (const name of ['run.sh', 'hole']) chownSync(at(name), uid, gid);
  utimesSync(at('run.sh'), 1_000_000_000.5, 1_000_000_000.5);
}

/** The metadata of these files as one text. */
export const describeUnusualFiles = (home: string) =>
  execFileSync(
    'python3',
    [
      '-c',
      `
import os, sys
for name in ["", "run.sh", "hole", "link", "out"]:
    path = os.path.join(sys.argv[1], "workspace", name)
    s = os.lstat(path)
    target = os.readlink(path) if os.path.islink(path) else ""
    note = os.getxattr(path, "user.note") if name == "run.sh" else b""
    print(name, oct(s.st_mode), s.st_uid, s.st_gid, s.st_size, s.st_mtime_ns if name == "run.sh" else "", s.st_blocks * 512 < 1000000, target, note)
`,
      home,
    ],
    { encoding: 'utf8' },
  );

/** Path and content of the n-th file. */
export const nameOf = (n: number) => [`folder ${n % 10}`, `file ${n}.md`];
export const textOf = (n: number) => `text ${n}\n`.repeat(n % 50);
/** SHA-256 of the n-th file as the product returns it. */
export const hashOf = async (person: Person, n: number) =>
  createHash('sha256')
    .update(
      Buffer.from(await (await person.fetch(`/api/file/${nameOf(n).map(encodeURIComponent).join('/')}`)).arrayBuffer()),
    )
    .digest('hex');
