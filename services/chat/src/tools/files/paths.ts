/** Parses paths as models write them into root and segments; no other form reaches the computer. */
import type { Location } from '@zo/proto/location';
import { ToolError } from '../tool-errors.js';

const MAX_WORDS = 40;
const BETWEEN = /[\s"'`<>|&;()=:,]+/;
const MAX_PROGRAM_FILES = 100;
const BEFORE_ROOT = /^(?:~|\$HOME|\/home\/[^/]+|\/root)?\/?(workspace|sites)(?:\/|$)/;

/**
 * Parses `notes/a.md`, `./a.md`, `~/workspace/a.md`, `/home/ada/sites/x`. A relative path starts in the workspace.
 * @throws ToolError if it leads outside workspace and sites
 */
export function parsePath(input: string): Location {
  const raw = input.trim().replace(/^file:\/\//, '');
  const below = BEFORE_ROOT.exec(raw);
  const anchored = below && (raw.startsWith('~') || raw.startsWith('$') || raw.startsWith('/'));
  if (!anchored && (raw.startsWith('/') || raw.startsWith('~'))) {
    throw new ToolError(`${input} is outside ~/workspace and ~/sites, where files are kept.`, 'outside_home');
  }
  const rest = anchored ? raw.slice(below[0].length) : raw;
  return { root: anchored && below[1] === 'sites' ? 's' : 'w', path: walk(rest, input) };
}

function walk(text: string, input: string): string[] {
  const path: string[] = [];
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined)
      throw new ToolError(`${input} leads out of the folder it starts in.`, 'outside_home');
  }
  return path;
}

/** Parses the path of a file; refuses a root folder itself. */
export function parseFilePath(input: string): Location {
  const parsed = parsePath(input);
  if (parsed.path.length === 0) throw new ToolError('The path of a file is missing.', 'not_a_file');
  return parsed;
}

/** How a path is shown to people and models. */
export const displayPath = ({ root, path }: Location) => [root === 's' ? '~/sites' : '~/workspace', ...path].join('/');

/** The files that a command or its output seems to name. */
export function filesNamedIn(texts: readonly string[]): Location[] {
  return texts.flatMap((text) => {
    const words = text.slice(0, 20_000).split(BETWEEN);
    const named = words.filter((word) => /[\w-]\.\w|\//.test(word) && word.length < 300);
    return [...new Set(named)].slice(0, MAX_WORDS).flatMap((word) => {
      try {
        const file = parsePath(word);
        return file.path.length > 0 ? [file] : [];
      } catch {
        return [];
      }
    });
  });
}

/** What these commands of programs are made of, as far as they name it. */
export const filesOfPrograms = (commands: readonly string[]): Location[] =>
  filesNamedIn(commands).slice(0, MAX_PROGRAM_FILES);
