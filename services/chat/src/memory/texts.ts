/** The texts in the files of a home that a model may be shown: each is kept or not by itself. */
import { createHash } from 'node:crypto';
import { addressOf, isWithin } from '@zo/proto/location';
import { type Fact, parseFact } from '../shapes/fact.js';
import { type HomeFile, type HomeFiles, MEMORY, SKILL_FOLDERS } from './home-files.js';
import type { Guide, Skill, Unreadable, Waiting } from './shelf.js';
import { readFront } from './skill-file.js';

export interface Text {
  readonly file: HomeFile;
  readonly hash: string;
  readonly is:
    | { readonly kind: 'guide'; readonly guide: Guide }
    | { readonly kind: 'fact'; readonly fact: Fact }
    | { readonly kind: 'skill'; readonly skill: Skill };
}

export const hashOf = (kind: Waiting['kind'], text: string): string =>
  createHash('sha256').update(`${kind}\0${text}`).digest('hex');

const MAX_FACTS = 2_000;
const TOO_MANY = 'There are more than 2,000 facts: the first are not read.';
const TOO_LARGE = 'It is larger than 64 KB, or no text.';

export interface TextsFound {
  readonly texts: readonly Text[];
  readonly unreadable: readonly Unreadable[];
}

export function textsIn({ guide, memory, skills }: HomeFiles): TextsFound {
  const texts: Text[] = [];
  const facts: Text[] = [];
  const unreadable: Unreadable[] = [];
  const cannotRead = ({ at }: HomeFile, name: string, problem: string) =>
    unreadable.push({ address: addressOf(at), name, problem });
  for (const file of guide ? [guide] : []) {
    if (file.text === null) cannotRead(file, file.at.path.at(-1)!, TOO_LARGE);
    else texts.push(guideOf(file, file.text));
  }
  for (const file of memory) {
    if (file.text === null) cannotRead(file, file.at.path.at(-1)!, TOO_LARGE);
    else facts.push(...factsOf(file, file.text));
  }
  if (facts.length > MAX_FACTS)
    unreadable.push({ address: addressOf(MEMORY), name: MEMORY.path.at(-1)!, problem: TOO_MANY });
  texts.push(...facts.slice(-MAX_FACTS));
  const names = new Set<string>();
  for (const file of inOrder(skills)) {
    const front = file.text === null ? TOO_LARGE : readFront(file.text);
    const folder = file.at.path.at(-2)!;
    if (typeof front === 'string') cannotRead(file, folder, front);
    else if (names.has(front.name)) cannotRead(file, folder, `Another skill is called ${front.name} already.`);
    else texts.push(skillOf(file, { ...front, address: addressOf(file.at) }));
    if (typeof front === 'object') names.add(front.name);
  }
  return { texts, unreadable };
}

/** By folder, then by name. */
const inOrder = (skills: readonly HomeFile[]) =>
  SKILL_FOLDERS.flatMap((folder) => skills.filter(({ at }) => isWithin(at, folder)));

const guideOf = (file: HomeFile, text: string): Text => ({
  file,
  hash: hashOf('guide', text),
  is: { kind: 'guide', guide: { address: addressOf(file.at), text, size: Buffer.byteLength(text) } },
});

/** A fact counts by its words: the same ones elsewhere, or from another day, are the same fact. */
function factsOf(file: HomeFile, text: string): Text[] {
  return text.split(/\r?\n/).flatMap((line): Text[] => {
    const fact = parseFact(line);
    return fact ? [{ file, hash: hashOf('fact', fact.text), is: { kind: 'fact', fact } }] : [];
  });
}

const skillOf = (file: HomeFile, skill: Skill): Text => ({
  file,
  hash: hashOf('skill', file.text!),
  is: { kind: 'skill', skill },
});

export const titleOf = ({ is }: Text): string =>
  is.kind === 'fact' ? is.fact.text : is.kind === 'skill' ? is.skill.name : is.guide.address.split('/').at(-1)!;
