import { API_VERSION, type Computer, GROUP, type Plan } from '../objects/resources.js';
import { isOver } from './reconcile.js';
import { type ComputerBackup, type ComputerRestore, locationOf } from './resources.js';

/** Label of backups that no one requested by hand: only these are counted, and deleted when there are enough. */
export const SCHEDULED = `${GROUP}/scheduled`;
/** However many are due: each needs an agent and a volume on a node. */
const MAX_AT_ONCE = 16;
/** Wait after a failed backup, unless backups are made more often anyway. */
const RETRY_MS = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

export interface ObservedSchedule {
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
  /** Backups beyond what the plan keeps, with their location in the object store. */
  readonly drop: readonly { readonly backup: ComputerBackup; readonly location: string }[];
  /** Unix time in milliseconds to look again, because no event will announce that moment. */
  readonly requeueAt?: number;
}

/**
 * Which homes to back up now and which backups to delete, computed from the current state: it may be called at any
 * time, any number of times.
 */
export function dueBackups({ computers, backups, restores }: ObservedSchedule, now: number): DueBackups {
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
    // The end of an unfinished backup triggers another look.
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
  /** Computers without a complete backup for twice the interval of their plan. */
  readonly overdue: number;
  /** Computers whose last backup failed. */
  readonly failed: number;
}

/** The figures that alerts are based on. */
export function backupHealth({ computers, backups }: Omit<ObservedSchedule, 'restores'>, now: number): BackupHealth {
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

/** When the next backup is due. The last one counts, even if it was requested by hand. */
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

/** All complete backups but the newest `keep`; all failed ones but the last, if no complete one followed it. */
function beyond(own: readonly ComputerBackup[], keep: number): ComputerBackup[] {
  const newest = own
    .filter((backup) => isScheduled(backup) && isOver(backup))
    .toSorted((a, b) => endOf(b.status!.completedAt) - endOf(a.status!.completedAt));
  const complete = newest.filter(({ status }) => status!.phase === 'Complete');
  const failed = newest.filter(({ status }) => status!.phase === 'Failed');
  return [...complete.slice(keep), ...failed.slice(newest[0]?.status!.phase === 'Failed' ? 1 : 0)];
}

/**
 * Named by its due time: an operator without memory creates the same object again, and the API server replies that it
 * exists.
 */
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
/** Parses `6h` or `1d`, the format of plans. */
const millisecondsOf = (every: string) => Number.parseInt(every, 10) * UNITS[every.at(-1)!]!;
