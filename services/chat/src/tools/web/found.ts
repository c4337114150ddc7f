/** What the tools that search the web share. */
import type { SearchPort } from '../../search/search-port.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import { type CallContext, text } from '../tool.js';
import { ToolError } from '../tool-errors.js';

export const noSearch = () =>
  new ToolError('The person has connected no search that can do this. Settings, Your AI has the place for it.', 'none');

/** @throws ToolError; tools that require a search do not exist without one */
export function connectedSearch({ search }: CallContext): SearchPort {
  if (!search) throw noSearch();
  return search;
}

/** One item for each hit: its title, its address, and what else is known. Models and people see items numbered. */
export function asList(hits: readonly (readonly [title: string, url: string, ...more: string[]])[]): ToolResult {
  if (hits.length === 0) return text('No results.');
  return { type: 'list', items: hits.map((lines) => lines.filter((line) => line !== '').join('\n')) };
}
