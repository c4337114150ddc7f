/**
 * `npm run backup -- [file]` and `npm run restore -- <file>`, once everything they need is installed
 * (launcher/command.mjs).
 */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUp } from './backup.js';
import { loadBackupConfig } from './config.js';
import type { Manifest } from './manifest.js';
import { Refusal } from './refusal.js';
import { restore } from './restore.js';

const { ZO_DATA: data, ZO_CHECKOUT: checkout, DATABASE_URL: databaseUrl } = loadBackupConfig();
const begun = Date.now();
const say = (line: string) => process.stdout.write(`  ${line}\n`);

const contentsOf = ({ database: { tables }, files }: Manifest) =>
  `${tables.length} tables with ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${files?.entries ?? 0} ` +
  'files and folders';
const seconds = () => `${((Date.now() - begun) / 1000).toFixed(1)} s`;

async function makeBackup(name: string): Promise<void> {
  const file = resolve(name);
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string };
  const manifest = await backUp({ dataFolder: resolve(data), databaseUrl, file, version });
  say(`Backed up ${data} in ${seconds()}: ${contentsOf(manifest)}; ${(statSync(file).size / 1e6).toFixed(1)} MB.`);
  say(`${file} holds everything, keys and passwords included; only you can read it. Keep it on another machine.`);
}

async function restoreBackup(name: string): Promise<void> {
  const manifest = await restore({ file: resolve(name), dataFolder: resolve(data), databaseUrl });
  say(`Restored ${data} in ${seconds()}, as it was at ${manifest.takenAt}: ${contentsOf(manifest)}. Now: npm start`);
}

const [command, name, ...more] = process.argv.slice(2);
try {
  if (more.length > 0) throw new Refusal(`“${more[0]}” is one argument too many`);
  if (command === 'backup')
    await makeBackup(name ?? `zo-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`);
  else if (!name) throw new Refusal('name the backup: npm run restore -- FILE');
  else await restoreBackup(name);
} catch (error) {
  process.stderr.write(`zo: ${(error as Error).message.trim().replaceAll(/\s*\n\s*/g, '; ')}\n`);
  process.exit(1);
}
process.exit(0);
