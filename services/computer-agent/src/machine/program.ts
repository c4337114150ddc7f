/** `zo-machine`: connects a person's own machine to their Zo. Runs until it is ended. */
import { realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startAgent } from './agent.js';
import { type Arguments, readArguments, USAGE } from './arguments.js';
import { loginEnvironment } from './config.js';
import { holdFolder } from './hold.js';
import { keepLinked, RemovedError } from './link.js';
import { forgetLogin, installLogin, keepProgram, NOT_PAIRED, stopLogin, uninstallLogin } from './login.js';
import { pair } from './pair.js';
import { type MachineState, onlyUrl, readState, removeState, stateFolder, writeState } from './state.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A shell changes what it likes. */
const effective = <State extends Pick<MachineState, 'shell' | 'readOnly'>>(state: State): State => ({
  ...state,
  shell: state.shell && !state.readOnly,
});

class NotPairedError extends Error {}

async function stateOf(given: Arguments, url: string, folder: string): Promise<MachineState> {
  const known = readState(folder);
  const chosen = given.folder ?? known?.folder ?? process.cwd();
  if (!statSync(chosen, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`There is no folder ${chosen}.`);
  const readOnly = given.readOnly ?? known?.readOnly ?? false;
  const wanted = { folder: chosen, shell: given.shell ?? known?.shell ?? true, readOnly };
  if (!given.code && !known) throw new NotPairedError('This machine is not paired yet. Settings › Machines shows how.');
  const { token } = given.code ? await pair(given.code, { url, name: given.name, ...effective(wanted) }) : known!;
  const state = { url: given.code ? url : known!.url, token, ...wanted };
  writeState(folder, state);
  return effective(state);
}

const MIN_NODE = 24;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** An agent that ran for so long did not end for a reason that it would meet again at once. */
const STEADY_MS = 60_000;

async function main(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < MIN_NODE)
    throw new Error(`Node ${MIN_NODE} or newer is needed; this is ${process.versions.node}.`);
  const given = readArguments(process.argv.slice(2));
  if (given.isHelp) return say(USAGE);
  const url = given.url ?? onlyUrl();
  if (!url) throw new Error('--url is missing: the address of your Zo. Settings › Machines shows the whole command.');
  const folder = stateFolder(url);
  if (given.uninstall) return uninstallLogin(url, folder).forEach(say);
  if (given.install) return install(given, url, folder);
  const release = await holdFolder(folder);
  try {
    await run(await stateOf(given, url, folder), folder);
  } finally {
    release();
  }
}

/** Pairs it where there is a code, and lets the system start it from now on. */
async function install(given: Arguments, url: string, folder: string): Promise<void> {
  stopLogin(url);
  const release = await holdFolder(folder);
  // npx runs a link to this program.
  const running = realpathSync(process.argv[1]!);
  const [state, program] = await stateOf(given, url, folder)
    .then((known) => [known, keepProgram(running, folder)] as const)
    .finally(release);
  const environment = loginEnvironment();
  const command = { url: state.url, node: process.execPath, program, environment, log: join(folder, 'zo-machine.log') };
  installLogin(command).forEach(say);
}

/** Until it is ended. An agent that ends before is started again, later each time unless it ran for long. */
async function run(state: MachineState, folder: string): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const startedAt = Date.now();
    const end = await serve(state, folder, stop.signal);
    if (end === undefined) return;
    if (Date.now() - startedAt > STEADY_MS) pause = FIRST_PAUSE_MS;
    say(`The agent of this machine ended (${end}); starting it again in ${Math.ceil(pause / 1_000)} s …`);
    await delay(pause, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) return;
  }
}

/** Runs the agent and its link. Resolves with how the agent ended; undefined: it was ended with this program. */
async function serve(state: MachineState, folder: string, stop: AbortSignal): Promise<string | undefined> {
  const { process: agent, socket } = await startAgent(state, folder);
  const died = new AbortController();
  agent.once('exit', (code, signal) => died.abort(signal ?? `exit code ${code}`));
  say(
    `${state.folder} on ` +
      `${state.url}${state.shell ? ', with shells' : ', without shells'}${state.readOnly ? ', to read only' : ''}. ` +
      'Ctrl-C ends it.',
  );
  try {
    await keepLinked({ state, agentSocket: socket, say, signal: AbortSignal.any([stop, died.signal]) });
  } catch (error) {
    if (!(error instanceof RemovedError)) throw error;
    removeState(folder);
    forgetLogin(state.url);
    throw new NotPairedError('This machine was removed. Pair it again in Settings › Machines.', { cause: error });
  } finally {
    agent.kill('SIGTERM');
    rmSync(dirname(socket), { recursive: true, force: true });
  }
  return stop.aborted ? undefined : String(died.signal.reason);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof NotPairedError ? NOT_PAIRED : 1;
});
