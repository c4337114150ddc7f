/**
 * `npm run gen -- --release`: writes down the messages of the version in package.json. What was shipped is never
 * written again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { release } from './release.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const file = new URL(`${version}.json`, import.meta.url);
if (existsSync(file)) {
  process.stderr.write(`proto/released/${version}.json is there already: a release has one set of messages\n`);
  process.exit(1);
}
writeFileSync(file, `${JSON.stringify(release(), null, 1)}\n`);
