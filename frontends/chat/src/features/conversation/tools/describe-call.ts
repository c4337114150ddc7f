import { visible } from '@zo/proto/hidden-text';
import { appOf, isOfOthers } from '@zo/proto/app-calls';
import { type Location, locationOf } from '@zo/web/paths';
import { TEXT } from '../../../messages';
import type { Receipt, ToolPart, ToolResult } from '../../../api/types';

/** The one-line description of a call: action and target. */
export interface CallLine {
  /** Verb for a running, a finished and a failed call. */
  verb: { doing: string; done: string; failed: string };
  file?: Location;
  /** A command or a pattern, in monospace. */
  code?: string;
}

/** Arguments that name the file of a call. */
const FILE_ARGUMENTS = ['target_file', 'filepath', 'audio_file_path', 'video_file_path'];

type Args = Partial<Record<string, unknown>>;
const VERBS: Record<string, CallLine['verb']> = {
  read_file: { doing: 'Reading', done: 'Read', failed: 'Could not read' },
  create_or_rewrite_file: { doing: 'Writing', done: 'Wrote', failed: 'Could not write' },
  edit_file: { doing: 'Editing', done: 'Edited', failed: 'Could not edit' },
  edit_file_llm: { doing: 'Editing', done: 'Edited', failed: 'Could not edit' },
  grep_search: { doing: 'Searching', done: 'Searched', failed: 'Could not search' },
  run_bash_command: { doing: 'Running', done: 'Ran', failed: 'Ran' },
  run_sequential_cmds: { doing: 'Running', done: 'Ran', failed: 'Ran' },
  run_on_machine: { doing: 'Running', done: 'Ran', failed: 'Ran' },
  run_script: { doing: 'Running', done: 'Ran', failed: 'Ran' },
  run_parallel_cmds: { doing: 'Running', done: 'Ran', failed: 'Ran' },
  web_search: { doing: 'Searching the web for', done: 'Searched the web for', failed: 'Could not search the web for' },
  image_search: { doing: 'Searching images of', done: 'Searched images of', failed: 'Could not search images of' },
  read_webpage: { doing: 'Reading', done: 'Read', failed: 'Could not read' },
  view_webpage: { doing: 'Looking at', done: 'Looked at', failed: 'Could not look at' },
  list_app_tools: { doing: 'Looking up the tools of', done: 'Looked up the tools of', failed: 'Could not look up' },
  ask_user: { doing: 'Asking', done: 'Asked', failed: 'Could not ask' },
  web_research: { doing: 'Researching', done: 'Researched', failed: 'Could not research' },
  deep_research: { doing: 'Researching', done: 'Researched', failed: 'Could not research' },
  perform_coding_task: { doing: 'Working on', done: 'Worked on', failed: 'Could not finish' },
  generate_video: { doing: 'Making a video of', done: 'Made a video of', failed: 'Could not make a video of' },
  generate_d2_diagram: { doing: 'Drawing', done: 'Drew', failed: 'Could not draw' },
  generate_image: { doing: 'Making an image of', done: 'Made an image of', failed: 'Could not make an image of' },
  edit_image: { doing: 'Changing', done: 'Changed', failed: 'Could not change' },
  transcribe_audio: { doing: 'Transcribing', done: 'Transcribed', failed: 'Could not transcribe' },
  transcribe_video: { doing: 'Transcribing', done: 'Transcribed', failed: 'Could not transcribe' },
  save_webpage: { doing: 'Saving', done: 'Saved', failed: 'Could not save' },
};

/** `Google Calendar: create event` */
function appTool(tool: string, { tool_name: name }: Args): string | undefined {
  const app = appOf(tool);
  return app === undefined || typeof name !== 'string' ? undefined : `${app}: ${name.replaceAll('_', ' ')}`;
}

/** Calls name a machine by `laptop #3f1c2a`; its user calls it `laptop`. */
export const machineName = (key: string): string => visible(key.replace(/ #[\da-f]{6}$/, ''));

function onMachine({ machine, cmd }: Args): CallLine {
  const where = `on ${machineName(String(machine))}`;
  const verb = { doing: `Running ${where}`, done: `Ran ${where}`, failed: `Ran ${where}` };
  return { verb, code: String(cmd) };
}

export function describeCall({ tool, args }: Pick<ToolPart, 'tool' | 'args'>): CallLine {
  const given = (args && typeof args === 'object' ? args : {}) as Args;
  const verb = VERBS[tool] ?? { doing: 'Using', done: 'Used', failed: 'Could not use' };
  // The names of its arguments were chosen by others and say nothing.
  if (isOfOthers(tool)) return { verb, code: tool };
  if (tool === 'run_on_machine') return onMachine(given);
  const used = appTool(tool, given);
  if (used !== undefined) return { verb, code: used };
  const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string) : undefined);
  // A video is told by what it shows.
  const target = tool === 'generate_video' ? undefined : FILE_ARGUMENTS.map(text).find((path) => path !== undefined);
  if (target !== undefined) {
    const file = locationOf(target);
    return { verb, ...(file ? { file } : { code: target }) };
  }
  const list = Array.isArray(given['cmd_list']) ? (given['cmd_list'] as unknown[]).map(String) : undefined;
  return {
    verb,
    code:
      text('cmd') ??
      (tool === 'run_script' ? text('script') : undefined) ??
      list?.join(' ; ') ??
      text('query') ??
      text('instructions') ??
      text('prompt') ??
      text('instruction') ??
      text('question') ??
      text('url') ??
      text('file_stem') ??
      text('app_slug') ??
      (VERBS[tool] ? undefined : tool),
  };
}

/** An act of a receipt in words: `Mail to you: Numbers`, `Gmail: send message`. */
export function describeAct({ kind, name, what }: NonNullable<Receipt['acts']>[number]): string {
  if (kind === 'app') return `${appOf(name) ?? name}: ${what.replaceAll('_', ' ')}`;
  if (kind === 'program') return `Program of others: ${what || name}`;
  if (kind === 'machine') return `On ${name}: ${what}`;
  const about = { mail: 'Mail to you', text: 'Text message to you', schedule: 'Schedule' }[kind];
  return what === '' ? about : `${about}: ${what}`;
}

/** What the user answered to a question of the assistant, on one line. */
export function replyIn({ tool, state, result }: Pick<ToolPart, 'tool' | 'state' | 'result'>): string | undefined {
  if (tool !== 'ask_user' || state !== 'done') return undefined;
  const reply = resultText(result).replaceAll(/\s+/g, ' ').trim();
  const isUnanswered = result?.type === 'text' && result.code === 'unanswered';
  return (isUnanswered ? TEXT.noReply : reply) || undefined;
}

/** The text of a result, for the block under the line. */
export function resultText(result: ToolResult | undefined): string {
  switch (result?.type) {
    case undefined:
      return '';
    case 'text':
      return result.text;
    case 'list':
      return result.items.join('\n');
    case 'error':
      return result.message;
    case 'file_ref':
      return `${result.label} (${result.media_type})`;
    case 'binary':
      return `(${result.media_type})`;
  }
}

export interface Found {
  title: string;
  href: string;
  /** The other lines: day and excerpt, or the page of an image. */
  more: string[];
}

const SEARCHES = new Set(['web_search', 'image_search']);

/** The hits of a search, in the order of their numbers; undefined for other results. */
export function foundIn({ tool, result }: Pick<ToolPart, 'tool' | 'result'>): Found[] | undefined {
  if (!SEARCHES.has(tool) || result?.type !== 'list') return undefined;
  return result.items.map((item) => {
    const [title = '', href = '', ...more] = item.split('\n');
    return { title, href: /^https?:\/\//.test(href) ? href : '', more };
  });
}

const MAKES_IMAGES = new Set(['generate_image', 'edit_image', 'generate_d2_diagram']);
const IMAGE_NAME = /\.(png|jpe?g|webp|svg)$/i;

/** The images that a call has made, in their order. */
export function imagesIn({ tool, result }: Pick<ToolPart, 'tool' | 'result'>): Location[] {
  if (!MAKES_IMAGES.has(tool)) return [];
  const addresses = result?.type === 'file_ref' ? [result.path] : result?.type === 'list' ? result.items : [];
  return addresses.flatMap((address): Location[] => {
    const [root, ...path] = address.split('/');
    return (root === 'w' || root === 's') && IMAGE_NAME.test(path.at(-1) ?? '') ? [{ root, path }] : [];
  });
}

/** Hosts that are named in a row. */
const MAX_HOSTS = 3;

/** Codes of calls that were refused before they began. */
const REFUSED = new Set(['invalid', 'out_of_scope', 'over_budget', 'repeated', 'expired', 'not_run']);

/** It was only rehearsed: nothing was done. */
export const wasRehearsed = ({ result }: Pick<ToolPart, 'result'>): boolean =>
  result?.type === 'error' && result.code === 'rehearsed';

/** Its user stopped the answer while it ran. */
export const wasStopped = ({ result }: Pick<ToolPart, 'result'>): boolean =>
  result?.type === 'error' && result.code === 'stopped';

export const wasRefused = ({ result }: Pick<ToolPart, 'result'>): boolean =>
  result?.type === 'error' && REFUSED.has(result.code ?? '');

/** Which hosts a command did not reach, because it had no way out: 'did not reach a.test'. */
export function unreachedIn({ result }: Pick<ToolPart, 'result'>): string | undefined {
  const hosts = result?.type === 'text' || result?.type === 'list' ? (result.unreached ?? []) : [];
  const more = hosts.length - MAX_HOSTS;
  if (hosts.length === 0) return undefined;
  return `did not reach ${hosts.slice(0, MAX_HOSTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The end of the output of a command that failed, before a note for the model. */
const FAILURE = /\((exit code \d+|ended by \w+|ended after 10 minutes)\)(?:\n\([^\n]*\))?$/;

/** How a command failed, from the end of its result: 'exit code 1'. Undefined when it succeeded. */
export function failureOf({ tool, result }: Pick<ToolPart, 'tool' | 'result'>): string | undefined {
  if (VERBS[tool]?.done !== 'Ran') return undefined;
  const texts = result?.type === 'list' ? result.items : [resultText(result)];
  return texts.map((text) => FAILURE.exec(text)?.[1]).find(Boolean);
}

/** '0.1 s', '12 s', '3 min'. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(Math.max(ms, 50) / 1000).toFixed(1)} s`;
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
