/** Taint: whether a conversation has seen text that its user did not write. Sticky once true. */
import type { Location } from '@zo/proto/location';
import type { ToolClass, Touched } from '../../tools/tool.js';

const NETWORK =
  /\b(curl|wget|git\s+(clone|pull|fetch)|ssh|scp|rsync|ftp|nc|npx|pip3?\s+download|lynx|w3m)\b|https?:\/\//i;

/** The folder with downloaded content, as it occurs in a path and in a command. */
const FOREIGN_PATH = /\bArticles\//;
const FOREIGN_WORD = /\bArticles\b/;
const FOREIGN_HIT = '~/workspace/Articles/';
export const isFromOutside = ({ root, path }: Location) => root === 'w' && path[0] === 'Articles';

/**
 * True if the result of this call may contain text that the user did not write. Not every kind of read is recorded in
 * `touched`.
 */
export function taints(
  tool: { class: ToolClass },
  { args, result, hasRun }: { args: unknown; result: unknown; hasRun: boolean },
  touched: readonly Touched[],
): boolean {
  // Even an error repeats what a stranger said.
  if (tool.class === 'read-web' || tool.class === 'save-web') return hasRun;
  const [input, output] = [JSON.stringify(args), JSON.stringify(result)];
  if (tool.class === 'exec') return NETWORK.test(input) || FOREIGN_WORD.test(input) || FOREIGN_PATH.test(output);
  if (tool.class !== 'read-local') return false;
  return touched.some(({ path }) => isFromOutside(path)) || FOREIGN_PATH.test(input) || output.includes(FOREIGN_HIT);
}

/** Returns why the user has to approve this call, or undefined if it may run. `opens`: an address nobody has named. */
export function approvalReasonFor(
  tool: { class: ToolClass },
  { tainted, opens }: { tainted: boolean; opens?: string },
): string | undefined {
  if (!tainted) return undefined;
  if (opens !== undefined)
    return 'This chat has read text from outside, and this address is neither yours nor from a search. An address can carry away what was read here, so look at it first.';
  if (tool.class !== 'exec') return undefined;
  return 'This chat has read text from outside. A command could act on instructions hidden in it, so look at it first.';
}
