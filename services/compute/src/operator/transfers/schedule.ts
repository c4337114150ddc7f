import { API_VERSION, type Computer, GROUP, type Plan } from '../objects/resources.js';
import { isOver } from './reconcile.js';
import { type ComputerBackup, type ComputerRestore, locationOf } from './resources.js';

/** On backups that nobody asked for by hand: only these are counted, and removed when there are enough. */
export const SCHEDULED = `${GROUP}/scheduled`;
/** However many are due: each has an agent and a volume of its own on a node. */
const MAX_AT_ONCE = 16;
/** After one that failed, unless they are made more often anyway. */
const RETRY_MS = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

export interface SeenOfSchedule {
  readonly computers: readonly {
    readonly computer: Computer;
    readonly plan: Plan | null;
    readonly hasVolume: boolean;
  }[];
  readonly backups: readonly ComputerBackup[];
  readonly restores: readonly ComputerRestore[];
}

export interface DueBackups {
  readonly make: readonly (Pick<ComputerBackup, 'metadata' | 'spec'> & {
    readonly apiVersion: string;
    readonly kind: string;
  })[];
  /** Beyond what the plan keeps, each with where it is in the object store. */
  readonly drop: readonly { readonly backup: ComputerBackup; readonly location: string }[];
  /** Nothing will tell us that this time has come. */
  readonly requeueAt?: number;
}

/** Which homes are to be copied now and which copies are not kept any longer, from what there is: it may be asked at any time, any number of times. */
export function dueBackups({ computers, backups, restores }: SeenOfSchedule, now: number): DueBackups {
  const byComputer = Map.groupBy(backups, ({ metadata, spec }) => `${metadata.namespace}/${spec.computerRef.name}`);
  const needed = new Set(
    restores
      .filter((restore) => !isOver(restore))
      .map(({ metadata, spec }) => `${metadata.namespace}/${spec.backupRef.name}`),
  );
  const due: { readonly at: number; readonly computer: Computer }[] = [];
  const drop: DueBackups['drop'][number][] = [];
  const later: number[] = [];
  for (const { computer, plan, hasVolume } of computers) {
    const { metadata, spec } = computer;
    const rule = plan?.spec.backups;
    if (!rule || !hasVolume || metadata.deletionTimestamp) continue;
    const own = (byComputer.get(`${metadata.namespace}/${metadata.name}`) ?? []).filter(
      ({ status }) => (status?.userId ?? spec.userId) === spec.userId,
    );
    for (const backup of beyond(own, rule.keep)) {
      if (!needed.has(`${metadata.namespace}/${backup.metadata.name}`))
        drop.push({ backup, location: backup.status?.location ?? locationOf(spec.userId, backup) });
    }
    // The end of one at work is told.
    if (!own.every(isOver)) continue;
    const at = dueAt(computer, own, millisecondsOf(rule.every));
    if (at > now) later.push(at);
    else due.push({ at, computer });
  }
  const free = Math.max(0, MAX_AT_ONCE - backups.filter((backup) => isScheduled(backup) && !isOver(backup)).length);
  const make = due
    .toSorted((a, b) => a.at - b.at)
    .slice(0, free)
    .map(({ at, computer }) => backupOf(computer, at));
  return { make, drop, ...(later.length > 0 && { requeueAt: Math.min(...later) }) };
}

export interface BackupHealth {
  /** Computers without a complete backup for twice the time their plan says. */
  readonly overdue: number;
  /** Computers whose last backup failed. */
  readonly failed: number;
}

/** What somebody has to be told of. */
export function backupHealth({ computers, backups }: Omit<SeenOfSchedule, 'restores'>, now: number): BackupHealth {
  const byComputer = Map.groupBy(backups, ({ metadata, spec }) => `${metadata.namespace}/${spec.computerRef.name}`);
  const health = { overdue: 0, failed: 0 };
  for (const { computer, plan, hasVolume } of computers) {
    const { metadata } = computer;
    const rule = plan?.spec.backups;
    if (!rule || !hasVolume || metadata.deletionTimestamp) continue;
    const own = byComputer.get(`${metadata.namespace}/${metadata.name}`) ?? [];
    const [complete, failed] = [lastOf(own, 'Complete'), lastOf(own, 'Failed')];
    if (failed > complete) health.failed++;
    if (now - (complete || endOf(metadata.creationTimestamp)) > 2 * millisecondsOf(rule.every)) health.overdue++;
  }
  return health;
}

/** The last one counts, whoever asked for it. */
function dueAt({ metadata }: Computer, own: readonly ComputerBackup[], everyMs: number): number {
  const [complete, failed] = [lastOf(own, 'Complete'), lastOf(own, 'Failed')];
  const next = complete > 0 ? complete + everyMs : endOf(metadata.creationTimestamp);
  return failed > complete ? Math.max(next, failed + Math.min(everyMs, RETRY_MS)) : next;
}

const lastOf = (own: readonly ComputerBackup[], phase: 'Complete' | 'Failed') =>
  own.reduce(
    (latest, { status }) => (status?.phase === phase ? Math.max(latest, endOf(status.completedAt)) : latest),
    0,
  );

/** All but the newest complete ones; of those that failed, all but one that nothing has made good yet. */
function beyond(own: readonly ComputerBackup[], keep: number): ComputerBackup[] {
  const newest = own
    .filter((backup) => isScheduled(backup) && isOver(backup))
    .toSorted((a, b) => endOf(b.status!.completedAt) - endOf(a.status!.completedAt));
  const complete = newest.filter(({ status }) => status!.phase === 'Complete');
  const failed = newest.filter(({ status }) => status!.phase === 'Failed');
  return [...complete.slice(keep), ...failed.slice(newest[0]?.status!.phase === 'Failed' ? 1 : 0)];
}

/** Named by when it was due: whoever lost his memory makes the same one again, and is told that it is there. */
function backupOf({ metadata }: Computer, at: number): DueBackups['make'][number] {
  const when = new Date(at)
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '')
    .toLowerCase();
  return {
    apiVersion: API_VERSION,
    kind: 'ComputerBackup',
    metadata: { name: `${metadata.name}-${when}`, namespace: metadata.namespace!, labels: { [SCHEDULED]: 'true' } },
    spec: { computerRef: { name: metadata.name } },
  };
}

const isScheduled = ({ metadata }: ComputerBackup) => metadata.labels?.[SCHEDULED] === 'true';
const endOf = (time: string | undefined) => (time === undefined ? 0 : Date.parse(time));
/** `6h` or `1d`, as the definition of plans has it. */
const millisecondsOf = (every: string) => Number.parseInt(every, 10) * UNITS[every.at(-1)!]!;
