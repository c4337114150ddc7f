/** The same for Notion, Slack and GitHub. */
import { type ShortRow, type ToolRow, wholeRow } from './tool-rows.js';

const NOTION = 'api.notion.com/v1';
const SLACK = 'slack.com/api';
const GITHUB = 'api.github.com';

const rows: readonly ShortRow[] = [
  [
    'notion.search',
    { query: 'Plan' },
    `POST ${NOTION}/search`,
    {
      results: [
        {
          object: 'page',
          id: 'p1',
          url: 'u',
          properties: { Name: { type: 'title', title: [{ plain_text: 'Plan' }] } },
        },
        { object: 'data_source', id: 's1', title: [{ plain_text: 'Books' }] },
      ],
      has_more: false,
      next_cursor: null,
    },
    {
      items: [
        { id: 'p1', kind: 'page', title: 'Plan', url: 'u' },
        { id: 's1', kind: 'data_source', title: 'Books' },
      ],
    },
    { query: 'Plan', page_size: 20 },
  ],
  [
    'notion.read_page',
    { page_id: 'p1' },
    `GET ${NOTION}/pages/p1/markdown`,
    { markdown: '# Plan', truncated: true },
    { text: '# Plan', is_cut: true },
  ],
  [
    'notion.query_database',
    { data_source_id: 's1', limit: 5, page: 'c' },
    `POST ${NOTION}/data_sources/s1/query`,
    { results: [{ id: 'p1', properties: { Price: { number: 7 } } }], next_cursor: 'd' },
    { items: [{ id: 'p1', properties: { Price: { number: 7 } } }], next_page: 'd' },
    { page_size: 5, start_cursor: 'c' },
  ],
  [
    'notion.create_page',
    { data_source_id: 's1', title: 'Plan', markdown: 'Hi' },
    `POST ${NOTION}/pages`,
    { id: 'p2', url: 'u' },
    { id: 'p2', url: 'u' },
    {
      parent: { data_source_id: 's1' },
      properties: { title: { title: [{ text: { content: 'Plan' } }] } },
      markdown: 'Hi',
    },
  ],
  [
    'notion.append_to_page',
    { page_id: 'p1', markdown: 'Hi' },
    `PATCH ${NOTION}/pages/p1/markdown`,
    { object: 'page_markdown', markdown: 'Hi' },
    'The text was added.',
    { type: 'insert_content', insert_content: { content: 'Hi', position: { type: 'end' } } },
  ],
  [
    'slack.search_messages',
    { query: 'in:#shop' },
    `GET ${SLACK}/search.messages?query=in%3A%23shop&count=20&page=1&sort=timestamp`,
    { ok: true, messages: { matches: [{ ts: '1', text: 'Hi', channel: { id: 'C1', name: 'shop' } }] } },
    { items: [{ ts: '1', text: 'Hi', 'channel.id': 'C1', 'channel.name': 'shop' }] },
  ],
  [
    'slack.list_channels',
    {},
    `GET ${SLACK}/conversations.list?limit=100&types=public_channel&exclude_archived=true`,
    { ok: true, channels: [{ id: 'C1', name: 'shop' }], response_metadata: { next_cursor: 'n' } },
    { items: [{ id: 'C1', name: 'shop' }], next_page: 'n' },
  ],
  [
    'slack.read_channel',
    { channel_id: 'C1', page: 'n' },
    `GET ${SLACK}/conversations.history?channel=C1&limit=30&cursor=n`,
    { ok: true, messages: [{ ts: '1', user: 'U1', text: 'Hi' }] },
    { items: [{ ts: '1', user: 'U1', text: 'Hi' }] },
  ],
  [
    'slack.read_thread',
    { channel_id: 'C1', thread_ts: '1' },
    `GET ${SLACK}/conversations.replies?channel=C1&ts=1&limit=50`,
    { ok: true, messages: [{ ts: '1', text: 'Hi' }] },
    { items: [{ ts: '1', text: 'Hi' }] },
  ],
  [
    'slack.list_users',
    {},
    `GET ${SLACK}/users.list?limit=100`,
    { ok: true, members: [{ id: 'U1', name: 'ada' }] },
    { items: [{ id: 'U1', name: 'ada' }] },
  ],
  [
    'slack.send_message',
    { channel_id: 'C1', text: 'Hi' },
    `POST ${SLACK}/chat.postMessage`,
    { ok: true, channel: 'C1', ts: '2', message: {} },
    { channel: 'C1', ts: '2' },
    { channel: 'C1', text: 'Hi' },
  ],
  [
    'github.list_repositories',
    {},
    `GET ${GITHUB}/user/repos?per_page=30&page=1&sort=pushed`,
    [{ full_name: 'ada/shop' }],
    { items: [{ full_name: 'ada/shop' }] },
  ],
  [
    'github.search_issues',
    { query: 'repo:ada/shop is:open' },
    `GET ${GITHUB}/search/issues?q=repo%3Aada%2Fshop+is%3Aopen&per_page=20&page=1`,
    { total_count: 1, items: [{ number: 7, title: 'Bug' }] },
    { items: [{ number: 7, title: 'Bug' }] },
  ],
  [
    'github.search_code',
    { query: 'x', page_number: 2 },
    `GET ${GITHUB}/search/code?q=x&per_page=20&page=2`,
    { items: [{ path: 'a.ts' }] },
    { items: [{ path: 'a.ts' }] },
  ],
  [
    'github.read_issue',
    { owner: 'ada', repo: 'shop', number: 7 },
    `GET ${GITHUB}/repos/ada/shop/issues/7`,
    { number: 7, body: 'It fails' },
    { number: 7, body: 'It fails' },
  ],
  [
    'github.list_comments',
    { owner: 'ada', repo: 'shop', number: 7 },
    `GET ${GITHUB}/repos/ada/shop/issues/7/comments?per_page=50&page=1`,
    [{ id: 1, user: { login: 'grace' }, body: 'Yes' }],
    { items: [{ id: 1, 'user.login': 'grace', body: 'Yes' }] },
  ],
  [
    'github.read_file',
    { owner: 'ada', repo: 'shop', path: 'src/a b.ts', ref: 'main' },
    `GET ${GITHUB}/repos/ada/shop/contents/src/a%20b.ts?ref=main`,
    'let x',
    'let x',
  ],
  [
    'github.create_issue',
    { owner: 'ada', repo: 'shop', title: 'Bug' },
    `POST ${GITHUB}/repos/ada/shop/issues`,
    { number: 8 },
    { number: 8 },
    { title: 'Bug' },
  ],
  [
    'github.update_issue',
    { owner: 'ada', repo: 'shop', number: 8, state: 'closed' },
    `PATCH ${GITHUB}/repos/ada/shop/issues/8`,
    { number: 8 },
    { number: 8 },
    { state: 'closed' },
  ],
  [
    'github.add_comment',
    { owner: 'ada', repo: 'shop', number: 8, body: 'Done' },
    `POST ${GITHUB}/repos/ada/shop/issues/8/comments`,
    { id: 5 },
    { id: 5 },
    { body: 'Done' },
  ],
];

export const teamRows: readonly ToolRow[] = rows.map(wholeRow);
