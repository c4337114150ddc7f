/** What is known about calls: what their tools can do, and whose text they showed to the model. */
import type { Location } from '@zo/proto/location';
import { isOfProgram, runsLater } from '@zo/proto/run-later';
import type { Source } from '../../shapes/labels.js';
import { isOwnPage, pageInput } from '../../tools/web/page-address.js';
import type { Recipient, ToolClass } from '../../tools/tool.js';
import type { Effects } from '../store/ledger.repository.js';
import type { Caps } from './policy.js';

const CAPS: Record<ToolClass, Caps> = {
  'read-local': { effects: [], reads: true },
  'write-local': { effects: ['write'], reads: false },
  exec: { effects: ['exec', 'write'], reads: true },
  'read-web': { effects: [], reads: false },
  // Servers in the computer show what is in it.
  'view-web': { effects: [], reads: true },
  'save-web': { effects: ['write'], reads: false },
  ask: { effects: [], reads: false },
  list: { effects: [], reads: false },
  research: { effects: [], reads: true },
  delegate: { effects: [], reads: true },
  generate: { effects: ['write', 'spend'], reads: false },
  transcribe: { effects: ['write', 'spend'], reads: true },
  schedule: { effects: ['persist'], reads: false },
  // To the user's own address.
  tell: { effects: ['tell-owner'], reads: false },
  remote: { effects: ['outward'], reads: false },
  // What it does depends on its arguments.
  app: { effects: [], reads: true },
  // It has the files of the computer and its way out.
  program: { effects: ['outward', 'write'], reads: true },
  machine: { effects: ['machine'], reads: true },
};

const CHANGES_APP: Caps = { effects: ['outward'], reads: false };

/**
 * A tool that opens an address fetches; a search goes to one recipient that the user chose. What a call writes may run
 * by itself later.
 */
export function capsOf(
  { class: kind, opens }: { class: ToolClass; opens?: unknown },
  {
    writes,
    programs = [],
    recipient,
  }: { writes?: Location; programs?: readonly Location[]; recipient?: Pick<Recipient, 'destroys' | 'app'> } = {},
): Caps {
  const changes = recipient?.app !== undefined && recipient.app.effect !== 'read';
  const caps = changes ? CHANGES_APP : CAPS[kind];
  const persists = writes !== undefined && (runsLater(writes.path)?.how === 'by-itself' || isOfAny(programs, writes));
  const more = [
    ...(opens === undefined ? [] : ['fetch' as const]),
    ...(persists ? ['persist' as const] : []),
    ...(recipient?.destroys ? ['destroy' as const] : []),
  ];
  return more.length === 0 ? caps : { ...caps, effects: [...caps.effects, ...more] };
}

/** Whether the file is of a program that the computer starts by itself. */
export const isOfAny = (programs: readonly Location[], { root, path }: Location): boolean =>
  programs.some((program) => program.root === root && isOfProgram(program.path, path));

const FOREIGN_WORD = /\bArticles\b/;
const FOREIGN_PATH = /\bArticles\//;
const FOREIGN_HIT = '~/workspace/Articles/';
const ARTICLES: Source = { kind: 'article', name: '~/workspace/Articles' };

/** The sources of what a call showed to the model, beside the files whose history was asked. */
export function sourcesOf(
  tool: { name: string; class: ToolClass; recipient?: string },
  { args, result, hasRun }: { args: unknown; result: unknown; hasRun: boolean },
  { egress }: Pick<Effects, 'egress'>,
): Source[] {
  // Even an error repeats what a stranger said.
  if (tool.class === 'read-web' || tool.class === 'save-web') return hasRun ? [{ kind: 'web', name: tool.name }] : [];
  if (tool.class === 'view-web') return hasRun && !isOfComputer(args, egress) ? [{ kind: 'web', name: tool.name }] : [];
  if (tool.class === 'remote' || tool.class === 'program')
    return hasRun ? [{ kind: 'mcp', name: tool.recipient ?? '' }] : [];
  if (tool.class === 'app') return hasRun ? [{ kind: 'app', name: tool.recipient ?? '' }] : [];
  // Nobody knows who wrote what is on it.
  if (tool.class === 'machine') return hasRun ? [{ kind: 'machine', name: tool.recipient ?? '' }] : [];
  if (tool.class === 'transcribe') return hasRun ? [{ kind: 'recording', name: '' }] : [];
  const [input, output] = [JSON.stringify(args), JSON.stringify(result)];
  if (tool.class === 'exec') {
    const named = FOREIGN_WORD.test(input) || FOREIGN_PATH.test(output) ? [ARTICLES] : [];
    return [...named, ...egress.flatMap((seen) => (seen ? received(seen) : unseen(input)))];
  }
  if (tool.class !== 'read-local') return [];
  return FOREIGN_PATH.test(input) || output.includes(FOREIGN_HIT) ? [ARTICLES] : [];
}

/** Classes of calls, beside commands, that write text of others into files of the computer. */
const WRITES_OF_OTHERS: ReadonlySet<ToolClass> = new Set(['save-web', 'transcribe', 'program']);

interface Lost {
  /** Undefined for a tool that is not known. */
  readonly toolClass: ToolClass | undefined;
  readonly args: unknown;
}

/**
 * The sources of a call whose effects were lost with its worker. `isStrict`: its computer can close the way out of
 * commands, so that a label costs no question; elsewhere a command counts by what it names, as one that nobody watched.
 */
export function sourcesOfLost({ toolClass, args }: Lost, isStrict: boolean): Source[] {
  if (toolClass === 'exec' && !isStrict) return unseen(JSON.stringify(args));
  const isUnknown = toolClass === undefined || toolClass === 'exec' || WRITES_OF_OTHERS.has(toolClass);
  return isUnknown ? [{ kind: 'unknown', name: '' }] : [];
}

/** A page of the computer itself, which got nothing from the network. */
function isOfComputer(args: unknown, egress: Effects['egress']): boolean {
  const { data } = pageInput.safeParse(args);
  return data !== undefined && isOwnPage(data.url) && egress.every((seen) => seen !== undefined && !seen.foreign);
}

function received({ foreign, hosts }: NonNullable<Effects['egress'][number]>): Source[] {
  if (!foreign) return [];
  const from = hosts.filter(({ bytesIn }) => bytesIn > 0);
  return from.length === 0
    ? [{ kind: 'network', name: '' }]
    : from.map(({ host }) => ({ kind: 'network', name: host }));
}

/** Words of commands that fetch, for computers whose way out nobody sees, such as pods. */
const FETCHES =
  /\b(curl|wget|git\s+(clone|pull|fetch)|ssh|scp|rsync|ftp|nc|npx|pip3?\s+download|lynx|w3m)\b|https?:\/\//i;
const unseen = (input: string): Source[] => (FETCHES.test(input) ? [{ kind: 'network', name: '' }] : []);
