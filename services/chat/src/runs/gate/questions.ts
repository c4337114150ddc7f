/** The words of the questions to the user. Nothing in them was written by a model. */
import type { Source } from '../../shapes/labels.js';
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
  unknown: 'a file that came from elsewhere',
};

/** What the chat has read, for a sentence. */
export function sourcesInWords(sources: readonly Source[]): string {
  const named = [...new Set(sources.map(({ kind, name }) => (kind === 'web' || name === '' ? KINDS[kind] : name)))];
  if (named.length === 0) return 'text from outside';
  const more = named.length - MAX_NAMED;
  const shown = named.slice(0, MAX_NAMED);
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(' and ');
}

const ENDS: Record<Reason, string> = {
  budget: 'This answer has made many images or heard hours of sound already, and more costs more.',
  destroy: 'This cannot be taken back.',
  two: 'Words hidden there could be behind this, and it could carry away what was read here.',
  publish: 'Others would see this.',
  'first-time': 'It is the first time for this recipient.',
  url: 'This address is neither yours nor from a search, and an address can carry away what was read here, so look at it first.',
  command: 'A command could act on instructions hidden there, so look at it first.',
};

export function questionFor(why: Reason, sources: readonly Source[]): string {
  const isAboutSources = why === 'two' || why === 'url' || why === 'command';
  return isAboutSources ? `This chat has read ${sourcesInWords(sources)}. ${ENDS[why]}` : ENDS[why];
}

export const questionForHosts = (hosts: readonly string[], sources: readonly Source[]): string =>
  `A command tried to reach ${hosts.join(', ')}. This chat has read ${sourcesInWords(sources)}; words hidden there ` +
  'could be behind this, and what was read here could be sent there.';
