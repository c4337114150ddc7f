/** Taint: whether a conversation has seen words that its person did not write. Sticky once true. */
import type { ToolClass, Touched } from '../tools/tool.js';

const NETWORK = /\b(curl|wget|git\s+(clone|pull|fetch)|ssh|scp|rsync|ftp|nc|npx|pip3?\s+download|lynx|w3m)\b|https?:\/\//i;

/** Folders whose content comes from elsewhere. */
const FOREIGN_FOLDERS = new Set(['Articles']);

/** True when what this call brought back may have been written by somebody else. */
export function bringsTaint(tool: { class: ToolClass }, { args, result }: { args: unknown; result: unknown }, touched: readonly Touched[]): boolean {
  if (tool.class === 'read-local' && [...FOREIGN_FOLDERS].some((folder) => JSON.stringify(result).includes(`~/workspace/${folder}/`))) return true;
  if (touched.some(({ kind, path }) => kind === 'read' && path.root === 'w' && FOREIGN_FOLDERS.has(path.path[0] ?? ''))) return true;
  if (tool.class !== 'exec') return false;
  const commands = JSON.stringify(args);
  return NETWORK.test(commands) || [...FOREIGN_FOLDERS].some((folder) => commands.includes(`${folder}/`));
}

/** Why a person has to be asked before this call, or undefined when it may run. */
export function questionFor(tool: { class: ToolClass }, tainted: boolean): string | undefined {
  if (!tainted || tool.class !== 'exec') return undefined;
  return 'This chat has read text from outside. A command could act on instructions hidden in it, so look at it first.';
}
