/** Whether a call of the answer did what a sentence says. In doubt it did: a mark that is wrong is worse than none. */
import type { ToolPart } from '../../../api/types';
import type { Act } from './claims';

type Call = Pick<ToolPart, 'tool' | 'args' | 'state'>;

const COMMANDS = new Set(['run_bash_command', 'run_sequential_cmds', 'run_parallel_cmds', 'run_script']);
const WRITES = new Set([
  'create_or_rewrite_file',
  'edit_file',
  'edit_file_llm',
  'remember',
  'save_webpage',
  'generate_image',
  'edit_image',
  'generate_video',
  'generate_d2_diagram',
  'transcribe_audio',
  'transcribe_video',
  'perform_coding_task',
]);
/** They change nothing. */
const READS = new Set([
  'read_file',
  'grep_search',
  'web_search',
  'image_search',
  'read_webpage',
  'view_webpage',
  'web_research',
  'deep_research',
  'ask_user',
  'list_app_tools',
]);
const OWN = new Set([...COMMANDS, ...WRITES, ...READS]);

const SENDING = /\b(?:curl|wget|mail|sendmail|ssh|scp|rsync|git|nc|python3?|node|sh|bash)\b|send|post|push/i;
const DELETING =
  /\b(?:rm|rmdir|unlink|shred|mv|git|find|rsync|make|npm|python3?|node|perl|ruby|sed|sh|bash|sqlite3|psql)\b|trash|delete|remove|clean/i;
const PUBLISHING = /\b(?:git|curl|npm|rsync|scp|ssh|sh|bash|python3?|node)\b|publish|deploy|push/i;
const SCHEDULING = /\b(?:cron|crontab|at|systemctl|python3?|node|sh|bash)\b|schedule/i;

export function isBacked(act: Act, paths: readonly string[], calls: readonly ToolPart[]): boolean {
  const all = calls.flatMap((call): Call[] => [call, ...(call.sub_run?.parts ?? [])]);
  return all.some((call) => call.state === 'done' && does(act, paths, call));
}

function does(act: Act, paths: readonly string[], { tool, args }: Call): boolean {
  // Nobody knows here what tools from elsewhere do.
  if (!OWN.has(tool) || tool === 'perform_coding_task') return true;
  const said = JSON.stringify(args ?? {});
  const commands = (pattern: RegExp) => COMMANDS.has(tool) && pattern.test(said);
  switch (act) {
    case 'done':
      return true;
    case 'ran':
      return COMMANDS.has(tool);
    case 'wrote':
      return COMMANDS.has(tool) || (WRITES.has(tool) && (paths.length === 0 || names(said, paths)));
    case 'deleted':
      return commands(DELETING) || ['edit_file', 'edit_file_llm', 'create_or_rewrite_file', 'remember'].includes(tool);
    case 'sent':
      return commands(SENDING);
    case 'scheduled':
      return commands(SCHEDULING);
    case 'published':
      return commands(PUBLISHING);
  }
}

/** Whether any of the files is named; tools that choose the name themselves are given none. */
const names = (said: string, paths: readonly string[]) =>
  !/"(?:target_file|file)"/.test(said) ||
  paths.some((path) => said.includes(JSON.stringify(lastOf(path)).slice(1, -1)));

function lastOf(path: string): string {
  const name = path.split(/[?#]/)[0]!.split('/').at(-1)!;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
