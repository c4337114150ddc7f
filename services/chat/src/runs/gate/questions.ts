/** The words of the questions to the user. Nothing in them was written by a model. */
import type { Source } from '../../shapes/labels.js';
import type { Location } from '@zo/proto/location';
import { runsLater, type Trigger } from '@zo/proto/run-later';
import { isOfAny } from './facts.js';
import type { AppEffect } from '../../tools/app-port.js';
import type { Reason } from './policy.js';

const MAX_NAMED = 2;
const KINDS: Record<Source['kind'], string> = {
  network: 'the internet',
  web: 'web pages',
  upload: 'an uploaded file',
  article: 'a saved page',
  paste: 'pasted text',
  chat: 'a file from another chat that read text from outside',
  recording: 'what is said in a recording',
  mail: 'a mail',
  sms: 'a text message',
  program: 'a message that a program sent',
  mcp: 'the tools of another program',
  app: 'an app of yours',
  machine: 'a machine of yours',
  unknown: 'a file that came from elsewhere',
};

/** Others wrote the first lines of what was pasted, and may have named a chat: they are not words of Zo's question. */
const QUOTED: ReadonlySet<Source['kind']> = new Set(['paste', 'chat', 'mail', 'sms']);
const MAX_QUOTED = 40;

function inWords({ kind, name }: Source): string {
  if (kind === 'web' || name === '') return KINDS[kind];
  if (kind === 'machine') return `your machine “${name}”`;
  return QUOTED.has(kind) ? `${KINDS[kind]} (${quoted(name)})` : name;
}

/** On one line and without quotation marks of its own, so that the quotation ends where it seems to. */
function quoted(text: string): string {
  const line = text
    .replaceAll(/[“”„"]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `“${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED).trimEnd().toWellFormed()}…` : line}”`;
}

/** What the chat has read, for a sentence. */
export function sourcesInWords(sources: readonly Source[]): string {
  const named = [...new Set(sources.map(inWords))];
  if (named.length === 0) return 'text from outside';
  const more = named.length - MAX_NAMED;
  const shown = named.slice(0, MAX_NAMED);
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(' and ');
}

const ENDS: Record<Reason, string> = {
  budget: 'This answer has made many images or heard hours of sound already, and more costs more.',
  'every-command': 'This persona asks before every command.',
  destroy: 'This cannot be taken back.',
  persist: 'Words hidden there could be behind it.',
  two: 'Words hidden there could be behind this, and it could carry away what was read here.',
  publish: 'Others would see this.',
  'first-time': 'It is the first time for this recipient.',
  url:
    'This address is neither yours nor from a search, and an address can carry away what was read here, so look at ' +
    'it first.',
  command: 'A command could act on instructions hidden there, so look at it first.',
  machine: 'Nothing there can be taken back.',
};

const WHEN: Record<Trigger, string> = {
  'git-hook': 'runs by itself when somebody uses git there',
  'git-settings': 'makes git run or reach what it names with any command there',
  'folder-entered': 'runs by itself when a terminal enters the folder',
  'shell-started': 'runs by itself when a shell starts',
  'folder-opened': 'can run programs when an editor opens the folder',
  'package-manager': 'can run programs with any command of a package manager there',
  'editor-started': 'runs by itself when an editor or a debugger starts there',
};
const MAX_PATH = 120;

/** A file as a person reads it, however long its names are. */
export function shownPath({ path }: Location): string {
  const text = path.join('/').replaceAll(/[^\P{C}\u200d]/gu, '?');
  return text.length > MAX_PATH ? `…${text.slice(-MAX_PATH)}` : text;
}

function runsWhen(file: Location, programs: readonly Location[]): string {
  const found = runsLater(file.path);
  if (found?.how === 'by-itself') return WHEN[found.trigger];
  return isOfAny(programs, file) ? 'runs when Zo uses a tool of a program of yours' : 'runs by itself';
}

/** Asks about files that run later: what runs when, and that it is not there yet. */
export function questionForFiles(
  {
    files: [first, ...others],
    count,
    programs,
  }: { files: readonly Location[]; count: number; programs: readonly Location[] },
  sources: readonly Source[],
): string {
  const more = count - 1;
  const names = first ? shownPath(first) : 'A file';
  const rest = more > 0 ? ` So ${more === 1 ? 'does one other file' : `do ${more} other files`}.` : '';
  const again = others.length > 0 && more === 1 ? ` (${shownPath(others[0]!)})` : '';
  const runs = first ? runsWhen(first, programs) : 'runs by itself';
  return `${names} ${runs}.${rest.replace('.', `${again}.`)} ${becauseOf(sources)} ${ENDS.persist}`;
}

const becauseOf = (sources: readonly Source[]) => `This chat has read ${sourcesInWords(sources)}.`;

export function questionFor(why: Reason, sources: readonly Source[]): string {
  const isAboutSources = why === 'two' || why === 'url' || why === 'command';
  return isAboutSources ? `${becauseOf(sources)} ${ENDS[why]}` : ENDS[why];
}

/** Asks before what is done again and again. */
export const questionForSchedule = (sources: readonly Source[]): string =>
  `This lets Zo act again and again while you are away.${sources.length > 0 ? ` ${becauseOf(sources)} ${ENDS.persist}` : ''}`;

/** `name` was chosen by the user. */
export const questionForRecipient = (
  why: Reason,
  { name, host }: { name: string; host: string },
  sources: readonly Source[],
): string => `This goes to ${name} (${host || 'a program in your computer'}). ${questionFor(why, sources)}`;

const IN_APP: Record<AppEffect, string> = {
  read: 'This reads',
  write: 'This changes something in',
  send: 'This reaches others by',
  delete: 'This deletes something in',
};

/** The account is what the app calls the user. */
export function questionForApp(
  why: Reason,
  { name, account, effect }: { name: string; account: string; effect: AppEffect },
  sources: readonly Source[],
): string {
  const where = `${IN_APP[effect]} your ${name}${account === '' ? '' : ` (${account})`}.`;
  if (why === 'two') return `${where} ${questionFor(why, sources)}`;
  const because = sources.length > 0 ? ` ${becauseOf(sources)}` : '';
  return `${where} ${why === 'destroy' ? ENDS.destroy : 'Look at it first.'}${because}`;
}

/** `name` was chosen by the user. */
export const questionForMachine = (name: string, sources: readonly Source[]): string =>
  [
    `This runs on your machine “${name}”. ${ENDS.machine}`,
    ...(sources.length > 0 ? [becauseOf(sources), ENDS.persist] : []),
  ].join(' ');

export const questionForHosts = (hosts: readonly string[], sources: readonly Source[]): string =>
  `A command tried to reach ${hosts.join(', ')}. This chat has read ${sourcesInWords(sources)}; words hidden there ` +
  'could be behind this, and what was read here could be sent there.';
