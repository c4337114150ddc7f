// Where the engines are once installed. Runs on any Node from 20 on, so it imports only what Node has.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const VERSITYGW = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
export const kafkaSources = fileURLToPath(new URL('kafka', import.meta.url));

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'zo-engines');
/** A folder named after what is in it: another version is another folder, and no half of one is ever found. */
const folderOf = (name, content) =>
  join(cache, `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}`);

export const paths = {
  cache,
  kafka: folderOf('kafka', readFileSync(join(kafkaSources, 'pom.xml'))),
  s3: folderOf('s3', VERSITYGW),
};
