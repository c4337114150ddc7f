/** What a rehearsal would do, from the calls that it was about to make. */
import { z } from 'zod';
import { ASKS_FIRST, REHEARSED } from '../../../runs/gate/rehearsal.js';
import type { CallRow } from '../../../runs/store/ledger.repository.js';
import type { ToolClass } from '../../../tools/tool.js';

export const KINDS = [
  'read',
  'write',
  'delete',
  'run',
  'reach',
  'send',
  'ask',
  'make',
  'schedule',
  'app',
  'work',
  'wake',
] as const;

export const effect = z
  .strictObject({
    kind: z.enum(KINDS),
    /** The tool; empty: the scripts would wake Zo. */
    tool: z.string(),
    /** A command, a file, an address, or what would be said. */
    what: z.string(),
    /** It would ask first. */
    asks: z.boolean(),
    /** It ran: it only reads, or had a copy of the home. */
    ran: z.boolean(),
    /** It ran and did not succeed. */
    failed: z.boolean(),
    /** When Zo would be woken. */
    when: z.enum(['failed', 'changed']).nullable(),
  })
  .meta({ id: 'RehearsedEffect' });
export type RehearsedEffect = z.infer<typeof effect>;

const MAX_WHAT = 2_000;
const KIND_OF: Readonly<Record<ToolClass, RehearsedEffect['kind']>> = {
  'read-local': 'read',
  'read-web': 'read',
  'view-web': 'read',
  'write-local': 'write',
  'save-web': 'write',
  transcribe: 'write',
  exec: 'run',
  machine: 'run',
  ask: 'ask',
  list: 'read',
  research: 'work',
  delegate: 'work',
  generate: 'make',
  schedule: 'schedule',
  tell: 'send',
  remote: 'app',
  program: 'app',
  app: 'app',
};
/** Arguments that say what a call is about, the first that is there. */
const TELLING = [
  'cmd',
  'script',
  'target_file',
  'filepath',
  'audio_file_path',
  'video_file_path',
  'subject',
  'message',
  'question',
  'prompt',
  'query',
  'url',
  'file_stem',
  'fact',
  'forget',
  'app_slug',
  'instruction',
];

const asText = (what: unknown): string => (typeof what === 'string' ? what : '');

function whatOf(args: unknown, kind: RehearsedEffect['kind']): string[] {
  const given = (args && typeof args === 'object' ? args : {}) as Partial<Record<string, unknown>>;
  const list = given['cmd_list'];
  if (Array.isArray(list)) return list.map(asText);
  if (kind === 'send')
    return [
      [asText(given['subject']), asText(given['markdown_body'] ?? given['message'])].filter(Boolean).join('\n\n'),
    ];
  if (kind === 'schedule') return [[asText(given['rrule']), asText(given['instruction'])].filter(Boolean).join('\n')];
  if (kind === 'app') return [JSON.stringify(given)];
  return [asText(TELLING.map((name) => given[name]).find((value) => typeof value === 'string'))];
}

/** Those of one call; none if it did not run for another reason. `kind`: of its tool; undefined: of an app. */
export function effectsOf(
  { tool, args, result, decision, commands, egress }: CallRow,
  toolClass: ToolClass | undefined,
): RehearsedEffect[] {
  const isHeld = result?.type === 'error' && result.code === REHEARSED;
  if (!isHeld && decision !== 'run') return [];
  const kind = KIND_OF[toolClass ?? 'remote'];
  const asks = isHeld && result.message.includes(ASKS_FIRST);
  const made = (of: RehearsedEffect['kind'], what: string): RehearsedEffect => ({
    kind: of,
    tool,
    what: what.slice(0, MAX_WHAT).toWellFormed(),
    asks,
    ran: !isHeld,
    failed: false,
    when: null,
  });
  const would = (of: 'would_write' | 'would_delete') =>
    commands
      .flatMap((command) => command[of] ?? [])
      .filter(isShown)
      .map(shown);
  return [
    ...whatOf(args, kind).map((what) => ({ ...made(kind, what), failed: !isHeld && result?.type === 'error' })),
    ...would('would_write').map((path) => made('write', path)),
    ...would('would_delete').map((path) => made('delete', path)),
    ...egress.filter(({ refused }) => refused).map(({ host }) => made('reach', host)),
  ];
}

/** More of a kind than is listed. */
export const more = z
  .strictObject({ kind: z.enum(KINDS), count: z.int().positive() })
  .meta({ id: 'MoreRehearsedEffects' });

/** How many there are at least beside what is listed. Commands may change the same files. */
export function moreOf(calls: readonly CallRow[], cut: readonly RehearsedEffect[]): z.infer<typeof more>[] {
  const commands = calls.flatMap((call) => call.commands);
  const known = (list: 'would_write' | 'would_delete', count: 'write_count' | 'delete_count') =>
    Math.max(0, ...commands.map((command) => command[count] ?? 0)) -
    new Set(commands.flatMap((command) => command[list] ?? [])).size;
  const unlisted: Partial<Record<RehearsedEffect['kind'], number>> = {
    write: Math.max(0, known('would_write', 'write_count')),
    delete: Math.max(0, known('would_delete', 'delete_count')),
  };
  return KINDS.flatMap((kind) => {
    const count = (unlisted[kind] ?? 0) + cut.filter((effect) => effect.kind === kind).length;
    return count > 0 ? [{ kind, count }] : [];
  });
}

/** What programs keep for themselves changes with every command. */
const isShown = (path: string): boolean => !/^\.(cache|computer|npm|config)\//.test(path);
const shown = (path: string): string => path.replace(/^workspace\//, '');
