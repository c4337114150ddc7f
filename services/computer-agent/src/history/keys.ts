/** The key of a file: its names below the home, joined by '/'. What the history leaves out is decided here. */
import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { PathSchema, Root, type Path } from '@zo/proto/agent/v1';
import type { Folder } from '../home/folder.js';
import { FOLDER_OF_ROOT, isHidden, namesBelowHome } from '../home/names.js';

export const TRACKED: readonly string[] = Object.values(FOLDER_OF_ROOT);

/** Folders that programs make again on their own. */
const GENERATED = new Set(['node_modules', '.git', '.hg', '.svn', '.cache', '__pycache__', '.venv', '.next', '.turbo']);
/** The same, but only beside a manifest: people also use these names for folders of their own. */
const OUTPUT = new Set(['dist', 'build', 'target']);
const MANIFESTS = ['package.json', 'Cargo.toml', 'pom.xml', 'build.gradle', 'build.gradle.kts', 'pyproject.toml'];
const CACHE_TAG = 'CACHEDIR.TAG';
/** Files that programs write all the time. */
const BUSY = /\.(log|db|sqlite|tmp|part)$/i;

/** Names of folders or files, or endings like `*.iso`, that the user leaves out. */
export type IgnoreRules = readonly string[];
let ignoredNames: ReadonlySet<string> = new Set();
let ignoredEndings: readonly string[] = [];

/** Sets what is left out in this thread. */
export function ignore(rules: IgnoreRules): void {
  ignoredNames = new Set(rules.filter((rule) => !rule.startsWith('*.')));
  ignoredEndings = rules.filter((rule) => rule.startsWith('*.')).map((rule) => rule.slice(1).toLowerCase());
}

const isIgnored = (name: string) =>
  ignoredNames.has(name) || ignoredEndings.some((ending) => name.toLowerCase().endsWith(ending));

export const keyOf = (path: Path | undefined): string => namesBelowHome(path).join('/');

export function pathOf(key: string): Path {
  const [folder, ...segments] = key.split('/');
  return create(PathSchema, { root: folder === FOLDER_OF_ROOT[Root.SITES] ? Root.SITES : Root.WORKSPACE, segments });
}

/** True for files that are kept at most once in ten seconds. */
export const isBusyKind = (key: string) => BUSY.test(key);

/** Whether the names alone rule a file out, which costs no look at the disk. */
export const isGenerated = (names: readonly string[]) =>
  names.some((name) => GENERATED.has(name) || isHidden(name) || isIgnored(name));

/** Whether this folder of `parent` is left out with everything below. */
export function isLeftOut(parent: Folder, name: string): boolean {
  if (GENERATED.has(name) || isHidden(name) || isIgnored(name)) return true;
  if (OUTPUT.has(name) && MANIFESTS.some((manifest) => parent.lstat(manifest))) return true;
  return fs.lstatSync(`${parent.at(name)}/${CACHE_TAG}`, { throwIfNoEntry: false }) !== undefined;
}

/** Deleting from the trash is confirmed as final. */
export const TRASH = 'workspace/Trash';

export const isInTrash = (key: string): boolean => key.startsWith(`${TRASH}/`);
