/**
 * Runs a program of the agent once, for input that is hostile: without access to files, bounded in memory and processor
 * time.
 */
import { spawn } from 'node:child_process';
import os from 'node:os';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { ErrorReason } from '@zo/proto/agent/v1';
import { agentError } from '../errors.js';
import { printInput, type ProgramInput } from './input.js';
import { type Ending, isEndedByOthers } from './ending.js';
import { processorMs, residentBytes } from './usage.js';
import { BACKGROUND_NICE } from './priority.js';

const WATCH_MS = 100;
/** A busy machine makes a program wait, and one that only waits has to end as well. */
const WALL_TIME_FACTOR = 5;
const MAX_COMPLAINT = 2_000;
const TOO_BUSY = 'Your computer is too busy for this. Try again in a moment.';

export interface OneShotLimits {
  readonly heapMb: number;
  /** Of all its memory, which buffers are a part of. */
  readonly memoryMb: number;
  readonly processorMs: number;
  /** Of the output. */
  readonly maxBytes: number;
  readonly v8Flags?: readonly string[];
}

/**
 * @param program path of its bundle; empty when this installation has none
 * @returns what the program wrote to its standard output; null when it failed, as it does when the input needs more
 *   than its limits
 * @throws PROGRAM_MISSING, and LIMIT_REACHED when something else ended it, which says nothing about the input
 */
export async function runOnce(program: string, input: ProgramInput, limits: OneShotLimits): Promise<Buffer | null> {
  if (program === '')
    throw agentError(ErrorReason.PROGRAM_MISSING, 'Restart your computer first: this needs a newer version of it.');
  const options = [
    '--permission',
    `--allow-fs-read=${program}`,
    `--max-old-space-size=${limits.heapMb}`,
    '--v8-pool-size=1',
    '--no-warnings',
    ...(limits.v8Flags ?? []),
  ];
  const child = spawn(process.execPath, [...options, program], {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: limits.processorMs * WALL_TIME_FACTOR,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<Ending>((done) => {
    child.once('error', () => done({ code: null, signal: null }));
    child.once('close', (code, signal) => done({ code, signal }));
  });
  let isOverLimits = false;
  const stop = () => {
    isOverLimits = true;
    child.kill('SIGKILL');
  };
  child.once('spawn', () => os.setPriority(child.pid as number, BACKGROUND_NICE));
  // A program that has died does not read its input.
  const sent = finished(child.stdin.end(printInput(input))).catch(() => undefined);
  const blocks: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (block: Buffer) => {
    bytes += block.length;
    if (bytes > limits.maxBytes) stop();
    else blocks.push(block);
  });
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => (complaint = (complaint + data.toString()).slice(0, MAX_COMPLAINT)));
  const watch = setInterval(() => {
    const pid = child.pid ?? 0;
    if (residentBytes(pid) > limits.memoryMb * 1024 * 1024 || processorMs(pid) > limits.processorMs) stop();
  }, WATCH_MS);
  const [ending] = await Promise.all([ended, sent]);
  clearInterval(watch);
  if (ending.code !== 0) console.error(`${basename(program)} failed`, complaint);
  if (!isOverLimits && isEndedByOthers(ending)) throw agentError(ErrorReason.LIMIT_REACHED, TOO_BUSY);
  return ending.code === 0 && bytes <= limits.maxBytes ? Buffer.concat(blocks) : null;
}
