/** Memory and skills as a model is told of them: the same bytes as long as nothing in them changes. */
import { parseAddress } from '@zo/proto/location';
import { MAX_FACT } from '../shapes/fact.js';
import type { ShelfBlock, ShelfInPrompt } from '../shapes/shelf-in-prompt.js';
import { displayPath } from '../tools/files/paths.js';
import type { Shelf, Skill } from './shelf.js';

const ABOUT_SKILLS =
  'Skills of the person: instructions for a kind of work. When one fits, or the person names it as `skill name`, ' +
  'read its SKILL.md with read_file before anything else and follow it.';

const MAX_GUIDE = 16 * 1024;
const MAX_FACTS = 16 * 1024;
const MAX_SKILLS = 16 * 1024;

/** What of it a persona knows. */
export interface ShelfScope {
  readonly memory: boolean;
  /** Names of skills that do not exist for it. */
  readonly deniedSkills: readonly string[];
}

export function promptShelf({ guide, facts, skills }: Shelf, { memory, deniedSkills }: ShelfScope): ShelfInPrompt {
  const known = skills.filter(({ name }) => !deniedSkills.includes(name));
  return {
    memory: memory ? memoryBlock({ guide, facts }) : null,
    skills: known.length > 0 ? skillsBlock(known) : null,
    known: known.map(({ name, address, allowedTools }) => ({ name, address, ...(allowedTools && { allowedTools }) })),
  };
}

function memoryBlock({ guide, facts }: Pick<Shelf, 'guide' | 'facts'>): ShelfBlock | null {
  const blocks = [...(guide ? [guideText(guide)] : []), ...(facts.length > 0 ? [factsText(facts)] : [])];
  if (blocks.length === 0) return null;
  return { count: facts.length + (guide ? 1 : 0), text: blocks.join('\n\n') };
}

function guideText({ address, text, size }: NonNullable<Shelf['guide']>): string {
  const path = displayPath(parseAddress(address));
  const shown = firstBytes(text.trim(), MAX_GUIDE);
  const cut = size > MAX_GUIDE ? `\n(Only the first 16 KB of ${path} are shown here; read_file shows the rest.)` : '';
  return `The person keeps what always holds in ${path}:\n<guide>\n${shown}\n</guide>${cut}`;
}

/** The last ones, which are the newest. */
function factsText(facts: Shelf['facts']): string {
  const lines = facts.map(({ text }) => `- ${text.length > MAX_FACT ? `${text.slice(0, MAX_FACT)}…` : text}`);
  const shown: string[] = [];
  let room = MAX_FACTS;
  for (const line of lines.toReversed()) {
    room -= Buffer.byteLength(line) + 1;
    if (room < 0) break;
    shown.unshift(line);
  }
  const left = lines.length - shown.length;
  const cut = left > 0 ? `\n(${left} older ones are left out; they are in ~/workspace/Notes/Memory.)` : '';
  const text = shown.join('\n').toWellFormed();
  return `What you remember of earlier chats, from ~/workspace/Notes/Memory:\n<memory>\n${text}\n</memory>${cut}`;
}

function skillsBlock(skills: readonly Skill[]): ShelfBlock {
  const lines = skills.map(
    ({ name, description, address }) => `- ${name} (${displayPath(parseAddress(address))}): ${description}`,
  );
  const shown: string[] = [];
  let room = MAX_SKILLS;
  for (const line of lines) {
    room -= Buffer.byteLength(line) + 1;
    if (room < 0) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  const cut = left > 0 ? `\n(${left} more are left out; they are in ~/workspace/skills.)` : '';
  return {
    count: shown.length,
    text: `${ABOUT_SKILLS}\n<skills>\n${shown.join('\n')}\n</skills>${cut}`,
  };
}

/** In whole characters. */
function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  let end = most;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString('utf8');
}
