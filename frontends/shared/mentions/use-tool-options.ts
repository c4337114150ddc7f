import { useToolsQuery, type ListedTool } from '../store';

/** Files come first, and are most of what is mentioned. */
const MAX_TOOLS = 3;

/** Tools whose name or slug contains the words: those that start with them first. */
function toolsFor(tools: readonly ListedTool[], query: string): ListedTool[] {
  const words = query.trim().toLowerCase();
  const named = ({ slug, title }: ListedTool) => [title.toLowerCase(), slug.toLowerCase()];
  const found = tools.filter((tool) => named(tool).some((name) => name.includes(words)));
  const rank = (tool: ListedTool) => (named(tool).some((name) => name.startsWith(words)) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_TOOLS);
}

/** ED-03, TL-03: tools for the text after '@', none in a folder. `query` undefined: no pick is active. */
export function useToolOptions(query: string | undefined): readonly ListedTool[] {
  const isWanted = query !== undefined && !query.includes('/');
  const { data: tools = [] } = useToolsQuery(undefined, { skip: !isWanted });
  return isWanted ? toolsFor(tools, query) : [];
}
