/**
 * Reads the files of memory and skills from a home. Links are not followed, and each file, folder and list is bounded.
 */
import { createHash } from 'node:crypto';
import { type Computer, fromAgentPath, isAgentError, toAgentPath } from '@zo/computer-client';
import { childOf, isSame, isWithin, type Location, parentOf } from '@zo/proto/location';

const MAX_FILE = 64 * 1024;
const MAX_FILES = 40;
const MAX_SKILLS = 60;
/** Folders above that of the chat in which a guide is looked for. */
const MAX_GUIDES = 50;
const TIMEOUT_MS = 5_000;

export const MEMORY: Location = { root: 'w', path: ['Notes', 'Memory'] };
/** A skill of an earlier folder hides one of the same name in a later one. */
export const SKILL_FOLDERS: readonly Location[] = [
  { root: 'w', path: ['skills'] },
  { root: 'w', path: ['.claude', 'skills'] },
];
export const GUIDE = 'AGENTS.md';
const SKILL = 'SKILL.md';
const MEMORY_ENDING = '.md';

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

/**
 * In one call, because every run reads them: the nearest guide from the folder upwards, memory and skills.
 *
 * @throws what the computer says other than that something is not there
 */
export async function readHome(computer: Computer, folder: Location): Promise<HomeFiles> {
  const guides = guidesFrom(folder).slice(0, MAX_GUIDES);
  const { files } = await computer.files.readMany(
    {
      maxBytes: MAX_FILE,
      selections: [
        ...guides.map((at) => ({ path: toAgentPath(at) })),
        { path: toAgentPath(MEMORY), inFolder: { case: 'ending', value: MEMORY_ENDING }, limit: MAX_FILES },
        ...SKILL_FOLDERS.map((at) => ({
          path: toAgentPath(at),
          inFolder: { case: 'name' as const, value: SKILL },
          limit: MAX_SKILLS,
        })),
      ],
    },
    { timeoutMs: TIMEOUT_MS },
  );
  const found = files.map((file) => toHomeFile(fromAgentPath(file.path), file.tooLarge ? undefined : file.content));
  const guide = guides.map((at) => found.find((file) => isSame(file.at, at))).find(Boolean);
  return {
    guide,
    memory: found.filter(({ at }) => isMemoryFile(at)).slice(0, MAX_FILES),
    skills: SKILL_FOLDERS.flatMap((at) => found.filter((file) => isSkillIn(at, file)).slice(0, MAX_SKILLS)),
  };
}

/** Upwards from the folder. */
function guidesFrom(folder: Location): Location[] {
  return [childOf(folder, GUIDE), ...(folder.path.length > 0 ? guidesFrom(parentOf(folder)) : [])];
}

/** Whether a file of memory may have this place. */
export const isMemoryFile = (at: Location): boolean =>
  isSame(parentOf(at), MEMORY) && at.path.at(-1)!.toLowerCase().endsWith(MEMORY_ENDING);

const isSkillIn = (folder: Location, { at }: HomeFile): boolean =>
  at.path.at(-1) === SKILL && isSame(parentOf(parentOf(at)), folder);

const decoder = new TextDecoder('utf-8', { fatal: true });

export async function readOne(computer: Computer, at: Location): Promise<HomeFile | undefined> {
  try {
    const request = { path: toAgentPath(at), maxBytes: BigInt(MAX_FILE) };
    const { content } = await computer.files.read(request, { timeoutMs: TIMEOUT_MS });
    return toHomeFile(at, content);
  } catch (error) {
    if (isAgentError(error, 'tooLarge')) return toHomeFile(at, undefined);
    if (isAgentError(error, ...NOT_THERE)) return undefined;
    throw error;
  }
}

const NOT_THERE = ['notFound', 'isFolder', 'notRegularFile', 'linkOutside', 'notPermitted', 'invalid'] as const;

/** @param content undefined: too large */
function toHomeFile(at: Location, content: Uint8Array | undefined): HomeFile {
  if (!content) return { at, text: null, hash: '' };
  return { at, text: textOf(content), hash: createHash('sha256').update(content).digest('hex') };
}

function textOf(content: Uint8Array): string | null {
  try {
    const text = decoder.decode(content);
    return text.includes('\u0000') ? null : text;
  } catch {
    return null;
  }
}
