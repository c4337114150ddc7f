/** TL-03: a tool that a message names in a code span, as in `tool web_search`. */

const MENTION = /(?<!`)`tool ([A-Za-z0-9_-]+)`(?!`)/g;

/** The names of the tools, in the order in which they are mentioned, each once. */
export const toolsMentionedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, slug]) => slug!)),
];

const SKILL = /(?<!`)`skill ([^`\s]{1,64})`(?!`)/g;

/** The names of the skills that a message names, as in `skill letters`. */
export const skillsMentionedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(SKILL)].map(([, name]) => name!)),
];

/** The name of a tool in words. */
export function titleOf(slug: string): string {
  const words = slug.replace(/[_-]+/g, ' ').trim();
  return words === '' ? slug : words[0]!.toUpperCase() + words.slice(1);
}
