/** The part of the Notion API that imports use. */
import type { ServerResponse } from 'node:http';
import { type Asked, sendJson } from './fake-app.js';

export interface NotionPage {
  readonly id: string;
  readonly title: string;
  readonly markdown?: string;
  readonly isDatabase?: boolean;
  /** The data source that it is in. */
  readonly parent?: string;
  readonly emoji?: string;
  readonly truncated?: boolean;
  readonly unknown?: readonly string[];
}

export class FakeNotion {
  pageSize = 100;
  /** When each request came, in milliseconds. */
  readonly times: number[] = [];
  readonly files = new Map<string, Buffer>();
  private readonly pages = new Map<string, NotionPage>();

  add(...pages: NotionPage[]): void {
    for (const page of pages) this.pages.set(page.id, page);
  }

  clear(): void {
    this.pages.clear();
    this.files.clear();
    this.times.length = 0;
  }

  answer(asked: Asked, response: ServerResponse): void {
    const { url, host, account, headers, method } = asked;
    if (host !== 'api.notion.com') return this.file(asked, response);
    this.times.push(performance.now());
    if (!account) return sendJson(response, 401, problem(401, 'unauthorized'));
    if (!headers['notion-version']) return sendJson(response, 400, problem(400, 'missing_version'));
    if (method === 'POST' && url.pathname === '/v1/search') return this.search(asked, response);
    const [, id, action] = /^\/v1\/pages\/([^/]+)(\/markdown)?$/.exec(url.pathname) ?? [];
    const page = this.pages.get(id ?? '');
    if (!page || page.isDatabase) return sendJson(response, 404, problem(404, 'object_not_found'));
    if (!action) return sendJson(response, 200, describe(page));
    const { markdown = '', truncated = false, unknown = [] } = page;
    sendJson(response, 200, { object: 'page_markdown', id: page.id, markdown, truncated, unknown_block_ids: unknown });
  }

  private search({ body }: Asked, response: ServerResponse): void {
    const { start_cursor: cursor = '0' } = JSON.parse(body) as { start_cursor?: string };
    const all = [...this.pages.values()];
    const next = Number(cursor) + this.pageSize;
    const results = all.slice(Number(cursor), next).map(describe);
    const has_more = next < all.length;
    const next_cursor = has_more ? String(next) : null;
    sendJson(response, 200, { object: 'list', type: 'page_or_data_source', results, has_more, next_cursor });
  }

  private file({ url, headers }: Asked, response: ServerResponse): void {
    const content = this.files.get(url.pathname);
    if (!content || headers.authorization) return sendJson(response, 403, {});
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': content.length }).end(content);
  }
}

const title = (text: string) => [{ type: 'text', text: { content: text }, plain_text: text, annotations: {} }];

const describe = ({ id, title: name, isDatabase, parent, emoji }: NotionPage) => ({
  object: isDatabase ? 'data_source' : 'page',
  id,
  last_edited_time: '2026-11-01T09:12:00.000Z',
  icon: emoji ? { type: 'emoji', emoji } : null,
  in_trash: false,
  ...(isDatabase
    ? { title: title(name), parent: { type: 'database_id', database_id: `db-${id}` }, properties: {} }
    : {
        properties: { Name: { id: 'title', type: 'title', title: title(name) } },
        parent: parent
          ? { type: 'data_source_id', data_source_id: parent, database_id: `db-${parent}` }
          : { type: 'workspace', workspace: true },
      }),
});

const problem = (status: number, code: string) => ({ object: 'error', status, code, message: code });
