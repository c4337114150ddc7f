/** What a run was shown, sticky in its conversation: text of others, and private data of the user. */
import { z } from 'zod';

export const sourceKind = z
  .enum([
    'network',
    'web',
    'upload',
    'article',
    'paste',
    'chat',
    'recording',
    'program',
    'mcp',
    'app',
    'machine',
    'mail',
    'sms',
    'unknown',
  ])
  .meta({ id: 'SourceKind' });

export interface Source {
  readonly kind: z.infer<typeof sourceKind>;
  /** The host, path or tool that it came from or through; may be empty. */
  readonly name: string;
}

export interface Labels {
  /** The model was shown text that its user did not write. */
  readonly tainted: boolean;
  /** Where that text came from, as far as it is known. */
  readonly foreign: readonly Source[];
  /** Files of the user were read. */
  readonly secret: boolean;
  /** Hosts that the user lets the conversation reach for a while. */
  readonly grantedHosts: readonly GrantedHost[];
}

export interface GrantedHost {
  readonly host: string;
  /** Unix milliseconds. */
  readonly until: number;
}

/** Those that may be reached now. */
export const openHosts = ({ grantedHosts }: Labels, now: number): string[] =>
  grantedHosts.flatMap(({ host, until }) => (until > now ? [host] : []));

export const NO_LABELS: Labels = { tainted: false, foreign: [], secret: false, grantedHosts: [] };

/** The labels of what was shown the same as both. */
export function joined(a: Labels, b: Labels): Labels {
  const both = withSources(a, b.foreign);
  return {
    ...both,
    tainted: a.tainted || b.tainted,
    secret: a.secret || b.secret,
    grantedHosts: openGrants([...a.grantedHosts, ...b.grantedHosts], Date.now()),
  };
}

const MAX_GRANTED = 50;

/** Once for each host, until the latest time, without those that are over; of too many, those that last longest. */
export function openGrants(granted: readonly GrantedHost[], now: number): GrantedHost[] {
  const open = new Map<string, GrantedHost>();
  for (const each of granted.filter(({ until }) => until > now))
    if (each.until > (open.get(each.host)?.until ?? now)) open.set(each.host, each);
  return [...open.values()].toSorted((a, b) => b.until - a.until).slice(0, MAX_GRANTED);
}

const MAX_SOURCES = 50;
const MAX_NAME = 300;

/** The labels with more sources; the same object if nothing is new. */
export function withSources(labels: Labels, sources: readonly Source[]): Labels {
  const known = new Set(labels.foreign.map(({ kind, name }) => `${kind} ${name}`));
  const added = sources
    .map(({ kind, name }) => ({ kind, name: name.slice(0, MAX_NAME) }))
    .filter(({ kind, name }) => !known.has(`${kind} ${name}`));
  const isFull = labels.foreign.length >= MAX_SOURCES;
  if (sources.length === 0 || (labels.tainted && (isFull || added.length === 0))) return labels;
  return { ...labels, tainted: true, foreign: [...labels.foreign, ...added].slice(0, MAX_SOURCES) };
}
