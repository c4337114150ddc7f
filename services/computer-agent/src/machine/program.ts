/** `zo-machine`: connects a person's own machine to their Zo. Runs until it is ended. */
import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { startAgent } from './agent.js';
import { type Arguments, readArguments, USAGE } from './arguments.js';
import { holdFolder } from './hold.js';
import { keepLinked, RemovedError } from './link.js';
import { pair } from './pair.js';
import { type MachineState, onlyUrl, readState, removeState, stateFolder, writeState } from './state.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function stateOf(given: Arguments, url: string, folder: string): Promise<MachineState> {
  const known = readState(folder);
  const chosen = given.folder ?? known?.folder ?? process.cwd();
  if (!statSync(chosen, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`There is no folder ${chosen}.`);
  const wanted = { folder: chosen, shell: given.shell ?? known?.shell ?? true };
  if (!given.code && !known) throw new Error('This machine is not paired yet. Settings › Machines shows how.');
  const state = given.code ? await pair(given.code, { url, name: given.name, ...wanted }) : { ...known!, ...wanted };
  writeState(folder, state);
  return state;
}

const MIN_NODE = 24;

async function main(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < MIN_NODE)
    throw new Error(`Node ${MIN_NODE} or newer is needed; this is ${process.versions.node}.`);
  const given = readArguments(process.argv.slice(2));
  if (given.isHelp) return say(USAGE);
  const url = given.url ?? onlyUrl();
  if (!url) throw new Error('--url is missing: the address of your Zo. Settings › Machines shows the whole command.');
  const folder = stateFolder(url);
  const release = holdFolder(folder);
  try {
    await run(await stateOf(given, url, folder), folder);
  } finally {
    release();
  }
}

/** Until it is ended. */
async function run(state: MachineState, folder: string): Promise<void> {
  const { process: agent, socket } = await startAgent(state, folder);
  const ended = new AbortController();
  agent.once('exit', () => ended.abort());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  say(`${state.folder} on ${state.url}${state.shell ? ', with shells' : ', without shells'}. Ctrl-C ends it.`);
  try {
    await keepLinked({ state, agentSocket: socket, say, signal: ended.signal });
  } catch (error) {
    if (!(error instanceof RemovedError)) throw error;
    removeState(folder);
    throw new Error('This machine was removed. Pair it again in Settings › Machines.', { cause: error });
  } finally {
    agent.kill('SIGTERM');
    rmSync(dirname(socket), { recursive: true, force: true });
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
