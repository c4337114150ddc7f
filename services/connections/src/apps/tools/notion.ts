/** Notion. https://developers.notion.com/reference/intro */
import { z } from 'zod';
import {
  type AppApi,
  at,
  defineTool,
  id,
  limit,
  list,
  listAt,
  longText,
  page,
  path,
  textAt,
  words,
} from './app-tool.js';

const API = 'https://api.notion.com/v1';
const pageId = id('The id of the page');

/** The title of a page or a database, wherever its database keeps it. */
function titleOf(one: unknown): string {
  const properties = Object.values((at(one, 'properties') ?? {}) as Record<string, unknown>);
  const titled =
    at(one, 'title') ??
    at(
      properties.find((property) => at(property, 'type') === 'title'),
      'title',
    );
  return Array.isArray(titled) ? titled.map((part: unknown) => textAt(part, 'plain_text')).join('') : '';
}

const found = (answer: unknown) => ({
  items: listAt(answer, 'results').map((one) => ({
    id: at(one, 'id'),
    kind: at(one, 'object'),
    title: titleOf(one),
    url: at(one, 'url'),
    last_edited_time: at(one, 'last_edited_time'),
  })),
  next_page: at(answer, 'next_cursor'),
});

export const notion: AppApi = {
  headers: { 'notion-version': '2026-03-11' },
  tools: [
    defineTool({
      name: 'search',
      about: 'Finds pages and databases by words in their titles',
      effect: 'read',
      input: z.strictObject({ query: words('Words').optional(), limit: limit(100), page }),
      request: ({ query, limit: size, page: cursor }) => ({
        method: 'POST',
        url: `${API}/search`,
        json: { query, page_size: size, start_cursor: cursor },
      }),
      read: found,
    }),
    defineTool({
      name: 'read_page',
      about: 'Reads a page as Markdown',
      effect: 'read',
      input: z.strictObject({ page_id: pageId }),
      request: (args) => ({ url: API + path`/pages/${args.page_id}/markdown` }),
      read: (answer) => ({ text: textAt(answer, 'markdown'), is_cut: at(answer, 'truncated') }),
    }),
    defineTool({
      name: 'query_database',
      about: 'Lists the rows of a database with their properties; search finds its data_source',
      effect: 'read',
      input: z.strictObject({ data_source_id: id('The id of a data_source'), limit: limit(100), page }),
      request: ({ data_source_id: source, limit: size, page: cursor }) => ({
        method: 'POST',
        url: API + path`/data_sources/${source}/query`,
        json: { page_size: size, start_cursor: cursor },
      }),
      read: list('results', ['id', 'url', 'last_edited_time', 'properties'], 'next_cursor'),
    }),
    defineTool({
      name: 'create_page',
      about: 'Makes a page inside another page or a database',
      effect: 'write',
      input: z
        .strictObject({
          parent_page_id: id('The page that it goes into').optional(),
          data_source_id: id('Or the data_source, whose new row it is').optional(),
          title: words('The title'),
          markdown: longText('The text'),
        })
        .refine((args) => (args.parent_page_id === undefined) !== (args.data_source_id === undefined), {
          path: ['parent_page_id'],
          error: 'or a data_source_id is needed, not both',
        }),
      request: ({ parent_page_id: parent, data_source_id: source, title, markdown }) => ({
        method: 'POST',
        url: `${API}/pages`,
        json: {
          parent: source === undefined ? { page_id: parent } : { data_source_id: source },
          properties: { title: { title: [{ text: { content: title } }] } },
          markdown,
        },
      }),
      read: (answer) => ({ id: at(answer, 'id'), url: at(answer, 'url') }),
    }),
    defineTool({
      name: 'append_to_page',
      about: 'Adds text at the end of a page',
      effect: 'write',
      input: z.strictObject({ page_id: pageId, markdown: longText('The text, as Markdown').min(1) }),
      request: ({ page_id: target, markdown: content }) => ({
        method: 'PATCH',
        url: API + path`/pages/${target}/markdown`,
        json: { type: 'insert_content', insert_content: { content, position: { type: 'end' } } },
      }),
      read: () => 'The text was added.',
    }),
  ],
};
