/** Paths as models write them, turned into root and segments; nothing else reaches the computer. */
import { type Path, PathSchema, Root } from '@zo/proto/agent/v1';
import { create } from '@bufbuild/protobuf';
import { ToolError } from './tool-errors.js';

export interface HomePath {
  readonly root: 'w' | 's';
  readonly path: readonly string[];
}

const BEFORE_ROOT = /^(?:~|\$HOME|\/home\/[^/]+|\/root)?\/?(workspace|sites)(?:\/|$)/;

/**
 * `notes/a.md`, `./a.md`, `~/workspace/a.md`, `/home/ada/sites/x`. A relative path means the workspace.
 * @throws ToolError when it leads elsewhere
 */
export function parsePath(input: string): HomePath {
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

/** A file's path; a folder's own path is refused. */
export function parseFilePath(input: string): HomePath {
  const parsed = parsePath(input);
  if (parsed.path.length === 0) throw new ToolError('The path of a file is missing.', 'not_a_file');
  return parsed;
}

export const toProto = ({ root, path }: HomePath): Path =>
  create(PathSchema, { root: root === 's' ? Root.SITES : Root.WORKSPACE, segments: [...path] });

export const fromProto = (path: Path | undefined): HomePath => ({
  root: path?.root === Root.SITES ? 's' : 'w',
  path: path?.segments ?? [],
});

/** `w/a/b.md`: how links and file contexts name a file. */
export const addressOf = ({ root, path }: HomePath) => [root, ...path].join('/');

/** The other way round. A path without a root means the workspace. */
export function parseAddress(address: string): HomePath {
  const [root, ...path] = address.split('/').filter(Boolean);
  if (root === 'w' || root === 's') return { root, path };
  return { root: 'w', path: root === undefined ? [] : [root, ...path] };
}

/** How a path is shown to people and models. */
export const shown = ({ root, path }: HomePath) => [root === 's' ? '~/sites' : '~/workspace', ...path].join('/');
