/** The command line of `zo-machine`. */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `zo-machine [CODE] [options]

  CODE             pairs this machine: Settings › Machines makes one. Later starts need none.
  --folder PATH    where shells begin; this folder by default
  --name NAME      how the machine is called; its host name by default
  --no-shell       lets Zo open no shells
  --read-only      lets Zo change no files, and open no shells
  --url ADDRESS    of your Zo; needed once
  --install        starts it whenever you log in, and now
  --uninstall      ends that; the machine stays paired`;

export interface Arguments {
  readonly code: string | undefined;
  readonly folder: string | undefined;
  readonly name: string;
  readonly shell: boolean | undefined;
  readonly readOnly: boolean | undefined;
  readonly url: string | undefined;
  readonly install: boolean;
  readonly uninstall: boolean;
  readonly isHelp: boolean;
}

/** @throws Error with what is wrong */
export function readArguments(words: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    allowNegative: true,
    options: {
      folder: { type: 'string' },
      name: { type: 'string' },
      shell: { type: 'boolean' },
      'read-only': { type: 'boolean' },
      url: { type: 'string' },
      install: { type: 'boolean' },
      uninstall: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (positionals.length > 1) throw new Error(`“${positionals[1]}” is one word too many.`);
  const { install = false, uninstall = false } = values;
  if (uninstall && (install || positionals.length > 0)) throw new Error('--uninstall stands alone.');
  return {
    code: positionals[0],
    folder: values.folder === undefined ? undefined : resolve(values.folder),
    name: values.name ?? hostname(),
    shell: values.shell,
    readOnly: values['read-only'],
    url: values.url,
    install,
    uninstall,
    isHelp: values.help ?? false,
  };
}
