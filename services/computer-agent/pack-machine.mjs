// Packs `zo-machine`, the program for people's own machines, as a package that npx runs from its address.
import { createWriteStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

const here = new URL('.', import.meta.url);
/** The other programs of the agent work on files of computers. */
const PROGRAMS = ['machine.mjs', 'agent.mjs', 'history.mjs'];
/** Equal sources make equal bytes. */
const MTIME = new Date(0);

/** @param {string} file where the package is put; the bundles must have been built */
export async function packMachine(file) {
  const { version, license, dependencies } = JSON.parse(readFileSync(new URL('package.json', here), 'utf8'));
  const manifest = {
    name: 'zo-machine',
    version,
    description: 'Connects this machine to your Zo',
    license,
    type: 'module',
    bin: { 'zo-machine': 'machine.mjs' },
    os: ['linux', 'darwin'],
    engines: { node: '>=24' },
    dependencies: { '@lydell/node-pty': dependencies['@lydell/node-pty'] },
  };
  const archive = pack();
  const add = (name, content, mode = 0o644) => archive.entry({ name: `package/${name}`, mode, mtime: MTIME }, content);
  add('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const name of PROGRAMS) {
    const code = readFileSync(new URL(`dist/${name}`, here));
    const isCommand = name === 'machine.mjs';
    add(
      name,
      isCommand ? Buffer.concat([Buffer.from('#!/usr/bin/env node\n'), code]) : code,
      isCommand ? 0o755 : 0o644,
    );
  }
  archive.finalize();
  await pipeline(archive, createGzip(), createWriteStream(file));
}
