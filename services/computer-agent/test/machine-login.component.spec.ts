/** `zo-machine --install`: the system starts it when its user logs in. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agentBundle } from '@zo/testing/agent-bundle';
import { SaxesParser } from 'saxes';
import { WebSocketServer } from 'ws';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { launchdAgent } from '../src/machine/login.js';

let home: string;
beforeEach(() => {
  // What systemd, launchd and shells give a meaning to.
  home = mkdtempSync(join(tmpdir(), 'zo login 100% $HOME "-'));
  const programs = join(home, 'bin');
  mkdirSync(programs);
  // In place of the system's: whether it has a session for this user depends on the machine.
  writeFileSync(join(programs, 'systemctl'), '#!/bin/sh\necho "$@" >> "$HOME/systemctl.log"\n[ ! -e "$HOME/away" ]\n');
  chmodSync(join(programs, 'systemctl'), 0o755);
});
afterEach(() => removeFolder(home));

const environment = () => ({ HOME: home, PATH: `${join(home, 'bin')}:${process.env['PATH']}` });
const stateIn = (host: string) => join(home, '.local/state/zo-machine', host.replace(':', '_'));
const unitOf = (host: string) => join(home, `.config/systemd/user/zo-machine-${host.replace(':', '_')}.service`);

function pairedWith(host: string): void {
  mkdirSync(stateIn(host), { recursive: true });
  const known = { url: `http://${host}`, token: 'zom_machine_instance_secret', folder: home, shell: false };
  writeFileSync(join(stateIn(host), 'machine.json'), JSON.stringify(known));
}

/** The program as npx has it: below its cache, with what it needs. */
async function fetched(): Promise<string> {
  const modules = join(home, '.npm/_npx/0123456789abcdef/node_modules');
  const bundles = dirname(await agentBundle());
  const program = join(modules, 'zo-machine');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  mkdirSync(program);
  for (const name of ['machine.mjs', 'agent.mjs', 'history.mjs'])
    if (existsSync(join(bundles, name))) cpSync(join(bundles, name), join(program, name));
  writeFileSync(join(program, 'package.json'), '{"name":"zo-machine","type":"module"}');
  const pty = dirname(createRequire(import.meta.url).resolve('@lydell/node-pty/package.json'));
  for (const name of ['node-pty', `node-pty-${process.platform}-${process.arch}`])
    cpSync(join(dirname(pty), name), join(modules, '@lydell', name), { recursive: true });
  symlinkSync('../zo-machine/machine.mjs', join(modules, '.bin/zo-machine'));
  return join(modules, '.bin/zo-machine');
}

function run(program: string, ...args: string[]): { status: number | null; out: string[]; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: environment(),
  });
  return { status, out: stdout.trim().split('\n'), err: stderr };
}

/** What systemd has to say about a unit; it needs a folder for its own files. */
function verified(unit: string): [number | null, string] {
  const env = { ...environment(), XDG_RUNTIME_DIR: home };
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--user', '--man=no', unit], {
    encoding: 'utf8',
    env,
  });
  // Not what it says about other units of the machine.
  return [
    status,
    stderr
      .split('\n')
      .filter((line) => line.includes('zo-machine'))
      .join('\n'),
  ];
}

/** The words of a line as systemd reads them. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) =>
    word!.replaceAll(/\\(.)/g, '$1').replaceAll('%%', '%').replaceAll('$$', '$'),
  );

it('PC-02 a unit of systemd starts the paired machine, also once npx has forgotten the program; twice is as once', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const unit = unitOf(host);
  pairedWith(host);
  const program = await fetched();
  expect(run(program, '--install')).toEqual({
    status: 0,
    out: [
      `Wrote ${unit}.`,
      'It runs now, and starts whenever you log in.',
      'To start it without a login, too: loginctl enable-linger',
      'zo-machine --uninstall ends that.',
    ],
    err: '',
  });
  const text = readFileSync(unit, 'utf8');
  const command = wordsOf(/^ExecStart=(.*)$/m.exec(text)![1]!);
  expect(command).toEqual([
    process.execPath,
    join(stateIn(host), 'program/node_modules/zo-machine/machine.mjs'),
    '--url',
    `http://${host}`,
  ]);
  expect(text).toMatch(
    /^Restart=on-failure\nRestartSec=30\nRestartPreventExitStatus=78\n\n\[Install]\nWantedBy=default.target$/m,
  );
  expect(wordsOf(/^Environment=(.*)$/m.exec(text)![1]!)).toEqual([`PATH=${environment().PATH}`]);
  // The words above are checked in any case; systemd itself reads the file where it is installed.
  if (spawnSync('systemd-analyze', ['--version']).status === 0) expect(verified(unit)).toEqual([0, '']);
  expect(run(program, '--install').out[0]).toBe(`Kept ${unit}.`);
  expect(readFileSync(unit, 'utf8')).toBe(text);
  expect(
    readFileSync(join(home, 'systemctl.log'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('restart')),
  ).toHaveLength(2);
  removeFolder(join(home, '.npm'));
  const link = once(server, 'connection', { signal: AbortSignal.timeout(60_000) });
  const started = spawn(command[0]!, command.slice(1), { env: environment(), stdio: 'ignore' });
  await link;
  started.kill('SIGTERM');
  await once(started, 'exit');
  server.close();
  for (const client of server.clients) client.terminate();
  expect(run(command[1]!, '--uninstall').out).toEqual([
    `Removed ${unit}. It does not start at login any more.`,
    'This machine stays paired; Settings › Machines removes it.',
  ]);
  expect([
    existsSync(unit),
    existsSync(join(stateIn(host), 'program')),
    existsSync(join(stateIn(host), 'machine.json')),
  ]).toEqual([false, false, true]);
});

it('PC-02 where systemd does not answer, the unit is written for the next login', async () => {
  const program = join(dirname(await agentBundle()), 'machine.mjs');
  pairedWith('zo.example.com');
  writeFileSync(join(home, 'away'), '');
  expect(run(program, '--install').out[1]).toBe(
    'It starts when you log in the next time: the system did not answer now.',
  );
  expect(wordsOf(/^ExecStart=(.*)$/m.exec(readFileSync(unitOf('zo.example.com'), 'utf8'))![1]!)[1]).toBe(program);
  expect(run(program, '--uninstall').status).toBe(0);
  expect(run(program, '--uninstall').out).toEqual(['It does not start at login.']);
});

it('PC-02 a machine that is not paired is not installed, and ends with a status that keeps systemd from trying again', async () => {
  const program = join(dirname(await agentBundle()), 'machine.mjs');
  for (const more of [[], ['--install']])
    expect(run(program, '--url', 'http://zo.example.com', ...more)).toMatchObject({
      status: 78,
      err: 'This machine is not paired yet. Settings › Machines shows how.\n',
    });
  expect(existsSync(unitOf('zo.example.com'))).toBe(false);
  expect(run(program, 'ABCD', '--uninstall')).toMatchObject({ status: 1, err: '--uninstall stands alone.\n' });
});

it('PC-02 an agent of launchd has the command and its environment as they are, whatever their characters', () => {
  const command = {
    url: 'https://zo.example.com:8443',
    node: '/Users/a & b/node',
    program: '/Users/<ada>/"machine".mjs',
    environment: { PATH: '/bin:/a&b' },
    log: '/Users/ada/zo-machine.log',
  };
  expect(valueOf(launchdAgent(command))).toEqual({
    Label: 'zo-machine-zo.example.com_8443',
    ProgramArguments: [command.node, command.program, '--url', command.url],
    EnvironmentVariables: command.environment,
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    ThrottleInterval: 30,
    StandardOutPath: command.log,
    StandardErrorPath: command.log,
  });
  expect(() => launchdAgent({ ...command, program: '/a\n/b' })).toThrow('has a character that cannot be written');
});

type Value = string | number | boolean | Value[] | { [key: string]: Value };

/** The value of a property list. @throws where it is no XML, or has another element */
function valueOf(plist: string): Value {
  const parser = new SaxesParser();
  const open: { name: string; values: Value[]; text: string }[] = [{ name: '', values: [], text: '' }];
  const make: Record<string, (one: { values: Value[]; text: string }) => Value> = {
    string: ({ text }) => text,
    key: ({ text }) => text,
    integer: ({ text }) => Number(text),
    true: () => true,
    false: () => false,
    array: ({ values }) => values,
    dict: ({ values }) =>
      Object.fromEntries(values.flatMap((key, n) => (n % 2 === 0 ? [[key, values[n + 1]!]] : []))) as Value,
    plist: ({ values }) => values[0]!,
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => void open.push({ name, values: [], text: '' }));
  parser.on('text', (text) => void (open.at(-1)!.text += text));
  parser.on('closetag', () => {
    const one = open.pop()!;
    open.at(-1)!.values.push(make[one.name]!(one));
  });
  parser.write(plist).close();
  return open[0]!.values[0]!;
}
