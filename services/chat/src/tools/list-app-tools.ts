/** TL-01 `list_app_tools(app_slug)`: the tools of an app or of another program, with their arguments. */
import { z } from 'zod';
import { defineTool, type Tool } from './tool.js';
import { ToolError } from './tool-errors.js';

export const LIST = 'list_app_tools';
/** With the schemas of their arguments; of the others only the names are listed. */
const MAX_SHOWN = 20;

export interface ListedApp {
  readonly slug: string;
  /** What calls them. */
  readonly used: string;
  readonly tools: readonly { readonly name: string; readonly about: string; readonly schema: object }[];
}

/** Undefined if there is nothing to list. */
export function listAppTools(apps: readonly ListedApp[]): Tool | undefined {
  if (apps.length === 0) return undefined;
  const slugs = [...new Set(apps.map(({ slug }) => slug))];
  return defineTool({
    name: LIST,
    about: 'Looks up what your connected apps can do.',
    description: `Lists the tools of an app or a program that the user has connected, with their arguments: ${slugs.join(', ')}`,
    class: 'list',
    needs: 'none',
    parallel: true,
    input: z.strictObject({
      app_slug: z.string().max(64),
      query: z.string().max(200).optional().describe('Words of what the tool should do, where there are many'),
    }),
    execute: async ({ app_slug: slug, query = '' }) => {
      const found = apps.filter((app) => app.slug === slug);
      if (found.length === 0)
        throw new ToolError(`“${slug}” is not connected. These are: ${slugs.join(', ')}.`, 'not_found');
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const tools = found.flatMap(({ used, tools: own }) => own.map((tool) => ({ ...tool, used })));
      const score = ({ name, about }: (typeof tools)[number]) =>
        words.filter((word) => `${name} ${about}`.toLowerCase().includes(word)).length;
      const sorted = tools.toSorted((a, b) => score(b) - score(a));
      const items = sorted
        .slice(0, MAX_SHOWN)
        .map(({ name, about, used, schema }) => `${name} (by ${used}): ${about}\n${JSON.stringify(schema)}`);
      const others = sorted.slice(MAX_SHOWN).map(({ name }) => name);
      return { type: 'list', items: [...items, ...(others.length > 0 ? [`Others: ${others.join(', ')}`] : [])] };
    },
  });
}
