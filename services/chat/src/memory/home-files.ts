/** Reads the files of memory and skills from a home. Links are not followed, and each file, folder and list is bounded. */
import { createHash } from 'node:crypto';
import { type Computer, isAgentError, toAgentPath } from '@zo/computer-client';
import { Kind } from '@zo/proto/agent/v1';
import { childOf, isWithin, type Location, parentOf } from '@zo/proto/location';

const MAX_FILE = 64 * 1024;
const MAX_FILES = 40;
const MAX_SKILLS = 60;
const AT_ONCE = 8;
const TIMEOUT_MS = 5_000;

export const MEMORY: Location = { root: 'w', path: ['Notes', 'Memory'] };
/** A skill of an earlier folder hides one of the same name in a later one. */
export const SKILL_FOLDERS: readonly Location[] = [
  { root: 'w', path: ['skills'] },
  { root: 'w', path: ['.claude', 'skills'] },
];
export const GUIDE = 'AGENTS.md';
const SKILL = 'SKILL.md';

/** Whether the file may be shown to models in every chat. */
export const isRemembered = (at: Location): boolean =>
  isWithin(at, MEMORY) || at.path.at(-1) === GUIDE || SKILL_FOLDERS.some((folder) => isWithin(at, folder));

export interface HomeFile {
  readonly at: Location;
  /** Null: too large, or no text. */
  readonly text: string | null;
  readonly hash: string;
}

export interface HomeFiles {
  readonly guide: HomeFile | undefined;
  readonly memory: readonly HomeFile[];
  readonly skills: readonly HomeFile[];
}

/** @throws what the computer says other than that something is not there */
export async function readHome(computer: Computer, folder: Location): Promise<HomeFiles> {
  const [guide, memory, ...skills] = await Promise.all([
    nearestGuide(computer, folder),
    readMemory(computer),
    ...SKILL_FOLDERS.map((at) => readSkills(computer, at)),
  ]);
  return { guide, memory, skills: skills.flat() };
}

/** Upwards from the folder. */
async function nearestGuide(computer: Computer, folder: Location): Promise<HomeFile | undefined> {
  for (let at = folder; ; at = parentOf(at)) {
    const found = await readOne(computer, childOf(at, GUIDE));
    if (found || at.path.length === 0) return found;
  }
}

export async function readMemory(computer: Computer): Promise<HomeFile[]> {
  const names = await namesIn(computer, MEMORY, Kind.FILE);
  const files = names.filter((name) => name.toLowerCase().endsWith('.md')).slice(0, MAX_FILES);
  return readAll(
    computer,
    files.map((name) => childOf(MEMORY, name)),
  );
}

async function readSkills(computer: Computer, folder: Location): Promise<HomeFile[]> {
  const names = await namesIn(computer, folder, Kind.DIRECTORY);
  return readAll(
    computer,
    names.slice(0, MAX_SKILLS).map((name) => childOf(childOf(folder, name), SKILL)),
  );
}

/** In the order of the given ones, without those that are not there. */
async function readAll(computer: Computer, files: readonly Location[]): Promise<HomeFile[]> {
  const found: (HomeFile | undefined)[] = [];
  const queue = files.entries();
  const worker = async () => {
    for (const [index, at] of queue) found[index] = await readOne(computer, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found.filter((file) => file !== undefined);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

export async function readOne(computer: Computer, at: Location): Promise<HomeFile | undefined> {
  try {
    const request = { path: toAgentPath(at), maxBytes: BigInt(MAX_FILE) };
    const { content } = await computer.files.read(request, { timeoutMs: TIMEOUT_MS });
    return { at, text: textOf(content), hash: createHash('sha256').update(content).digest('hex') };
  } catch (error) {
    if (isAgentError(error, 'tooLarge')) return { at, text: null, hash: '' };
    if (isAgentError(error, ...NOT_THERE)) return undefined;
    throw error;
  }
}

const NOT_THERE = ['notFound', 'isFolder', 'notRegularFile', 'linkOutside', 'notPermitted', 'invalid'] as const;

function textOf(content: Uint8Array): string | null {
  try {
    const text = decoder.decode(content);
    return text.includes('\u0000') ? null : text;
  } catch {
    return null;
  }
}

/** Sorted, so that they are the same each time. */
async function namesIn(computer: Computer, folder: Location, kind: Kind): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { entries } of computer.files.list({ path: toAgentPath(folder) }, { timeoutMs: TIMEOUT_MS }))
      for (const entry of entries) if (entry.kind === kind && entry.error === '') names.push(entry.name);
  } catch (error) {
    if (!isAgentError(error, ...NOT_THERE)) throw error;
  }
  return names.toSorted();
}
