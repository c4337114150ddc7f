/** What a home holds for the assistant to know: memory and skills, as far as it may be shown to a model. */
import type { Fact } from '../shapes/fact.js';
import type { Source } from '../shapes/labels.js';

/** The file that a text is in; its address names it in links and requests. */
interface InFile {
  readonly address: string;
}

/** The nearest AGENTS.md. */
export interface Guide extends InFile {
  readonly text: string;
  /** Bytes of the file. */
  readonly size: number;
}

export interface KnownFact extends InFile, Fact {}

export interface Skill extends InFile {
  readonly name: string;
  readonly description: string;
  /** Tools that a run which reads the skill has left; undefined: as before. */
  readonly allowedTools?: readonly string[];
}

/** A text whose user has to look at it first: something else than their own words may be in it. */
export interface Waiting extends InFile {
  readonly kind: 'guide' | 'fact' | 'skill';
  /** What it says: the fact, the name of the skill. */
  readonly title: string;
  /** The hash of what is kept with a yes. */
  readonly hash: string;
  readonly source: Source['kind'];
}

/** A file of memory or a skill that cannot be read. */
export interface Unreadable extends InFile {
  readonly name: string;
  /** A sentence that says what is wrong. */
  readonly problem: string;
}

export interface Shelf {
  readonly guide: Guide | null;
  /** In the order of their files and lines. */
  readonly facts: readonly KnownFact[];
  /** By name. */
  readonly skills: readonly Skill[];
  readonly waiting: readonly Waiting[];
  readonly unreadable: readonly Unreadable[];
}

export const EMPTY_SHELF: Shelf = { guide: null, facts: [], skills: [], waiting: [], unreadable: [] };
