import { Root } from '@zo/proto/agent/v1';
import type { Branch } from '../../watch/tree.js';

/** Folders of programs, which hold nothing that their owner wrote. */
export const PROGRAM_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '__pycache__', 'venv', 'lost+found']);
/** Folders of build results, where a manifest beside them says so. */
const BUILDS = new Set(['dist', 'build', 'target', 'out', 'vendor']);
const MANIFESTS = [
  'package.json',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'pyproject.toml',
  'go.mod',
  'composer.json',
];
const CACHE_TAG = 'CACHEDIR.TAG';
const TRASH = 'Trash';

/** Whether a search for contents leaves out this entry of a folder, with everything in it. */
export function isSkipped(parent: Branch, name: string): boolean {
  if (name.startsWith('.') || PROGRAM_FOLDERS.has(name)) return true;
  if (name === TRASH && parent.parent === null && parent.root === Root.WORKSPACE) return true;
  if (BUILDS.has(name) && MANIFESTS.some((manifest) => parent.entries.has(manifest))) return true;
  return parent.entries.get(name)?.branch?.entries.has(CACHE_TAG) ?? false;
}
