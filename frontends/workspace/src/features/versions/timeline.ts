/** The lines of the timeline: versions that one author made close together are one line. */
import type { FileVersion } from '@zo/web/api';
import type { VersionPair } from '../../api/versions.endpoints';

/** Longest pause between two versions of one line. */
const PAUSE_MS = 10 * 60_000;

export interface TimelineEntry {
  /** The newest first; never empty. */
  readonly versions: readonly FileVersion[];
  /** The version before all of these, if there is one with content. */
  readonly before: FileVersion | undefined;
}

export interface Day<Entry> {
  readonly label: string;
  readonly entries: readonly Entry[];
}

export const hasContent = (version: FileVersion): boolean => version.kind !== 'deleted' && version.kind !== 'moved';

const isJoined = (newer: FileVersion, older: FileVersion): boolean =>
  newer.kind === 'content' &&
  older.kind === 'content' &&
  !newer.notKept &&
  !older.notKept &&
  newer.author === older.author &&
  newer.conversationId === older.conversationId &&
  newer.at - older.at <= PAUSE_MS &&
  isSameDay(newer.at, older.at);

/** `versions`: the newest first. */
export function entriesOf(versions: readonly FileVersion[]): TimelineEntry[] {
  const groups: FileVersion[][] = [];
  for (const version of versions) {
    const last = groups.at(-1);
    if (last && isJoined(last.at(-1)!, version)) last.push(version);
    else groups.push([version]);
  }
  return groups.map((group, index) => ({
    versions: group,
    before: groups
      .slice(index + 1)
      .flat()
      .find(hasContent),
  }));
}

/** The versions whose lines are counted for a line of the timeline; undefined where there is nothing to compare. */
export function pairOf({ versions: [newest], before }: TimelineEntry, isWhole: boolean): VersionPair | undefined {
  if (newest?.kind !== 'content' || newest.notKept || before?.notKept) return undefined;
  if (!before && !isWhole) return undefined;
  return { before: before?.version ?? 0, after: newest.version };
}

/** One version of a line by itself. */
export function singleOf(versions: readonly FileVersion[], number: number): TimelineEntry | undefined {
  const index = versions.findIndex(({ version }) => version === number);
  if (index < 0) return undefined;
  return { versions: [versions[index]!], before: versions.slice(index + 1).find(hasContent) };
}

const isSameDay = (a: number, b: number) => new Date(a).toDateString() === new Date(b).toDateString();

const dayLabel = (at: number, now: number): string => {
  if (isSameDay(at, now)) return 'Today';
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (isSameDay(at, yesterday.getTime())) return 'Yesterday';
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Date(at).toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    ...(isThisYear ? { weekday: 'short' } : { year: 'numeric' }),
  });
};

/** Lines of a timeline by day. `timeOf`: unix milliseconds; the newest come first. */
export function daysOf<Entry>(entries: readonly Entry[], now: number, timeOf: (entry: Entry) => number): Day<Entry>[] {
  const days: { label: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const label = dayLabel(timeOf(entry), now);
    const last = days.at(-1);
    if (last?.label === label) last.entries.push(entry);
    else days.push({ label, entries: [entry] });
  }
  return days;
}

/** '20:49' */
export const clock = (at: number): string =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** '20:49:07' */
export const clockWithSeconds = (at: number): string => new Date(at).toLocaleTimeString('en-GB');

/** '20:31 to 20:49', or one time. */
export const timesOf = ({ versions }: TimelineEntry): string => timesBetween(versions.at(-1)!.at, versions[0]!.at);

export function timesBetween(from: number, to: number): string {
  const [first, last] = [clock(from), clock(to)];
  return first === last ? last : `${first} to ${last}`;
}
