import { PatchStrategy, setHeaderOptions, type V1Node } from '@kubernetes/client-node';
import { type Kube, apiErrorOf } from '@zo/kube';
import type { Computer } from '@zo/compute/operator/resources';
import { setTimeout as delay } from 'node:timers/promises';
import { duration } from './arguments.js';
import { setMode } from './change.js';
import { type Command, say } from './command.js';
import { busyOf, computers, lastActivityOf } from './computers.js';
import { Failure } from './failure.js';
import { callerName, recordOn } from './record.js';

const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
const POLL_MS = 1_000;
/** Activity is written every five minutes at most: a computer is idle after twice that. */
const QUIET_MS = 600_000;
/** Longer than a pod's termination grace period. */
const ENDING_MS = 90_000;

export const drain: Command = {
  name: 'drain',
  positionals: ['NODE'],
  options: { deadline: 'string', why: 'string' },
  required: ['why'],
  usage: 'NODE --why TEXT [--deadline 30m]',
  about:
    'cordon a node and put its computers to sleep: idle ones at once, the others when they become idle or at the ' +
    'deadline; each starts on another node when its user needs it',
  async run(kube, { positionals, options }) {
    const name = positionals[0]!;
    const deadline = Date.now() + duration(options['deadline'] ?? '30m', 'deadline');
    const node = await kube.core.readNode({ name });
    const job = { kube, name, deadline, who: await callerName(kube), why: options['why']! };
    await cordon(job, node);
    await empty(job);
    say(`no computer runs on ${name}`);
  },
};

interface Job {
  readonly kube: Kube;
  readonly name: string;
  readonly deadline: number;
  readonly who: string;
  readonly why: string;
}

async function cordon({ kube, name, who, why }: Job, node: V1Node): Promise<void> {
  if (node.spec?.unschedulable) return say(`${name} is cordoned already`);
  const patch = (dryRun?: 'All') =>
    kube.core.patchNode({ name, dryRun, fieldManager: 'kubectl-zo', body: { spec: { unschedulable: true } } }, MERGE);
  await patch('All');
  await recordOn(
    kube,
    { apiVersion: 'v1', kind: 'Node', name, namespace: 'default', uid: node.metadata!.uid },
    { reason: 'DrainAsked', what: 'drains it of computers', who, why },
  );
  await patch();
  say(`${name} is cordoned`);
}

async function empty(job: Job): Promise<void> {
  const { kube, name, deadline } = job;
  const reported = new Map<string, string>();
  for (;;) {
    const here = (await computers(kube)).filter(({ status }) => status?.nodeName === name);
    for (const handle of reported.keys())
      if (!here.some(({ spec }) => spec.handle === handle)) {
        reported.delete(handle);
        say(`${handle} is gone`);
      }
    if (here.length === 0) return;
    if (Date.now() > deadline + ENDING_MS)
      throw new Failure(`still on ${name}: ${here.map(({ spec }) => spec.handle).join(', ')}`);
    for (const computer of here) {
      const now = await next(job, computer);
      if (reported.get(computer.spec.handle) !== now) say(`${computer.spec.handle} ${now}`);
      reported.set(computer.spec.handle, now);
    }
    await delay(POLL_MS);
  }
}

/** Suspends the computer if that is permitted; returns what happens to it. */
async function next({ kube, name, deadline, who, why }: Job, computer: Computer): Promise<string> {
  if (computer.spec.operatingMode === 'Suspended' || computer.spec.hold || computer.metadata.deletionTimestamp)
    return 'is ending';
  const activity = activityOf(computer, Date.now());
  const late = Date.now() >= deadline;
  if (!late && activity !== 'idle') return `${activity}: it has until ${new Date(deadline).toISOString()}`;
  try {
    const what = `suspends it (${late ? 'deadline' : 'idle'}) to drain ${name}`;
    await setMode(kube, computer, { mode: 'Suspended', entry: { reason: 'Drained', what, who, why } });
  } catch (error) {
    if (apiErrorOf(error)?.code !== 404) throw error;
  }
  return late ? 'is suspended: the deadline has come' : 'is suspended: it was idle';
}

/** A computer without recorded activity does not count as idle. */
function activityOf(computer: Computer, now: number): string {
  const busy = busyOf(computer);
  if (busy) return `is busy (${busy})`;
  const last = lastActivityOf(computer);
  return last !== undefined && now - Date.parse(last) > QUIET_MS ? 'idle' : 'may be in use';
}
