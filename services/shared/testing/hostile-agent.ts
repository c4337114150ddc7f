/** A computer whose shell has taken over its agent, and the limits that its responses must not exceed. */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import type { TestComputer } from './computer.js';
import { eventually } from './eventually.js';
import type { ProcessUsage } from './usage.js';

const MB = 1024 ** 2;
const SCRIPT = new URL('./hostile-agent.process.ts', import.meta.url).pathname;
const HOOKS = new URL('../../../infra/tools/build/ts-hooks.mjs', import.meta.url).href;

export const CALLS = [
  'call: silent',
  'call: silent behind its headers',
  'call: one endless message',
  'call: endless messages of one byte',
  'call: endless empty messages',
  'call: a message of half a million elements',
  'call: endless messages of many elements',
  'call: no protobuf',
  'call: a compressed answer',
  'call: half a message',
  'call: another status',
  'call: an answer after its time',
  'frames: headers without end',
  'frames: trailers without end',
  'frames: a byte of content in a block of padding',
  'frames: pings without end',
  'frames: HTTP/1.1',
  'frames: noise',
  'frames: hangs up',
] as const;

export const BYTES = [
  'bytes: silent',
  'bytes: endless, of no length',
  'bytes: endless, in chunks',
  'bytes: endless, in chunks of one byte',
  'bytes: an error that has no end',
  'bytes: an error in endless chunks',
  'bytes: headers without end',
  'bytes: one header without end',
  'bytes: fewer than promised',
  'bytes: more than promised',
  'bytes: a negative length',
  'bytes: a length that is no number',
  'bytes: stops in the middle',
  'bytes: another version',
  'bytes: no HTTP',
  'bytes: an invalid status',
  'bytes: continues and continues',
  'bytes: switches protocols',
  'bytes: a header that breaks ours',
  'bytes: hangs up',
] as const;

/** True for responses that are too late for most calls, but not for long ones. */
export const isLate = (behaviour: string) => /after its time/.test(behaviour);
/** True for behaviours that stay silent until the timeout; other users must be served before that. */
const isSilent = (behaviour: string) => /silent|after its time|stops in the middle/.test(behaviour);

export class HostileAgent implements TestComputer {
  readonly instance = crypto.randomUUID();
  readonly secret = crypto.randomUUID();
  requestCount = 0;

  private constructor(
    readonly process: ChildProcess,
    readonly home: string,
  ) {
    process.on('message', (message: { requested?: true }) => message.requested && this.requestCount++);
  }

  get address(): string {
    return `unix:${join(this.home, 'agent.sock')}`;
  }

  static async start(): Promise<HostileAgent> {
    const home = mkdtempSync(join(tmpdir(), 'zo-hostile-'));
    const child = fork(SCRIPT, [join(home, 'agent.sock')], {
      execArgv: ['--import', HOOKS],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const [{ behaviours }] = (await once(child, 'message')) as [{ behaviours: string[][] }];
    // Compared as text, because the arrays of a test and of its kit have different prototypes.
    assert.equal(behaviours.flat().join('\n'), [...CALLS, ...BYTES].join('\n'));
    return new HostileAgent(child, home);
  }

  /** Selects the behaviour for all following calls. */
  setBehaviour(behaviour: string): Promise<number> {
    this.requestCount = 0;
    return this.tell({ play: behaviour });
  }

  /** Bytes of endless responses that were read from the agent since the last `setBehaviour`. */
  sent(): Promise<number> {
    return this.tell({});
  }

  private tell(message: object): Promise<number> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null, signal: string | null) =>
        reject(new Error(`the hostile agent exited with ${code ?? signal}`));
      const onMessage = ({ sent }: { sent?: number }) => {
        if (sent === undefined) return;
        this.process.off('message', onMessage).off('exit', onExit);
        resolve(sent);
      };
      this.process.on('message', onMessage).once('exit', onExit);
      this.process.send(message, (error) => error && reject(error));
    });
  }

  async stop(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
    removeFolder(this.home);
  }
}

/** What socket buffers and HTTP/2 windows add up to. */
const MAX_TAKEN_MB = 16;
/** Garbage counts that a busy machine has not collected yet; without limits it would be gigabytes. */
const MAX_GROWN_MB = 96;
/** Code that is loaded late, and blocks of connections that are not closed yet. */
const MAX_RETAINED_MB = 32;
/**
 * Nobody's request is delayed by more than one turn of the event loop. Turns take at most 200 ms on an idle machine;
 * processor time, too, grows on a busy one.
 */
const MAX_TURN_MS = 400;
/** The HTTP/1 parser calls back for each chunk of all the blocks that arrived, and cannot be interrupted. */
const MAX_PARSER_TURN_MS = 1_500;
const WARM_UP_ROUNDS = 5;

export interface HostileRun {
  readonly hostile: HostileAgent;
  /** The process that serves the requests. */
  readonly usage: ProcessUsage;
  readonly behaviour: string;
  /** Requests of the computer's user, all sent at once; each returns a status, or a word if it was cut off. */
  readonly requests: Readonly<Record<string, () => Promise<number | string>>>;
  /** A request of another user meanwhile. @throws if it fails */
  readonly other: () => Promise<void>;
}

/** Loads all code and fills all pools with valid responses, then takes the memory in use as the first baseline. */
export async function warmUp({ hostile, usage, requests, other }: Omit<HostileRun, 'behaviour'>): Promise<void> {
  await hostile.setBehaviour('good');
  for (let round = 0; round < WARM_UP_ROUNDS; round++)
    await Promise.all([other(), ...Object.values(requests).map((send) => send())]);
  await usage.begin();
}

/**
 * Sends the requests while the agent misbehaves and returns their results. Asserts that another user is served before a
 * silent agent times out, that little of an endless response is read, that no turn of the event loop delays others,
 * that the process grows little meanwhile, and that the behaviours since the warm-up have left nothing in its memory.
 */
export async function runAgainst({
  hostile,
  usage,
  behaviour,
  requests,
  other,
}: HostileRun): Promise<Record<string, number | string>> {
  const { retainedMb } = await usage.begin();
  await hostile.setBehaviour(behaviour);
  let open = 0;
  const sendAll = () => {
    open = Object.keys(requests).length;
    return Promise.all(
      Object.entries(requests).map(async ([name, send]) => [name, await send().finally(() => open--)] as const),
    );
  };
  let asking = sendAll();
  await eventually(() => {
    // A connection that the behaviour before has broken may fail before the agent sees a request.
    if (open === 0 && hostile.requestCount === 0) asking = sendAll();
    return hostile.requestCount > 0;
  });
  const sentAt = performance.now();
  await other();
  const tookMs = performance.now() - sentAt;
  if (isSilent(behaviour)) assert.ok(open > 0, 'others were served only after the silent computer');
  const result = await asking;
  const takenMb = (await hostile.sent()) / MB;
  const { grownMb, slowestTurnMs } = await usage.read();
  console.log(
    `${behaviour}: ${takenMb.toFixed(1)} MiB taken, grown by ${grownMb.toFixed(0)} MiB, ` +
      `${retainedMb.toFixed(1)} MiB retained since the warm-up, ` +
      `slowest turn ${slowestTurnMs.toFixed(0)} ms, another user served in ${tookMs.toFixed(0)} ms`,
  );
  assert.ok(takenMb < MAX_TAKEN_MB, `${takenMb} MiB were taken from the computer`);
  assert.ok(retainedMb < MAX_RETAINED_MB, `${retainedMb} MiB are still in use`);
  assert.ok(grownMb < MAX_GROWN_MB, `the process grew by ${grownMb} MiB`);
  const maxTurnMs = /chunks of one byte/.test(behaviour) ? MAX_PARSER_TURN_MS : MAX_TURN_MS;
  assert.ok(slowestTurnMs < maxTurnMs, `a turn of the event loop took ${slowestTurnMs} ms of CPU time`);
  return Object.fromEntries(result);
}
