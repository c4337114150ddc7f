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
 * True if the result of this call may contain text written by somebody else. Not every kind of read is recorded in
 * `touched`.
 */
export function taints(
  tool: { class: ToolClass },
  { args, result }: { args: unknown; result: unknown },
  touched: readonly Touched[],
): boolean {
  const [asked, said] = [JSON.stringify(args), JSON.stringify(result)];
  if (tool.class === 'exec') return NETWORK.test(asked) || FOREIGN_WORD.test(asked) || FOREIGN_PATH.test(said);
  if (tool.class !== 'read-local') return false;
  return touched.some(({ path }) => isFromOutside(path)) || FOREIGN_PATH.test(asked) || said.includes(FOREIGN_HIT);
}

/** Returns why the user has to approve this call, or undefined if it may run. */
export function approvalReasonFor(tool: { class: ToolClass }, tainted: boolean): string | undefined {
  if (!tainted || tool.class !== 'exec') return undefined;
  return 'This chat has read text from outside. A command could act on instructions hidden in it, so look at it first.';
}
