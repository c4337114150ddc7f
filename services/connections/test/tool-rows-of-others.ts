/** The same for Dropbox, Box, Airtable, LinkedIn and Reddit. */
import { type ShortRow, type ToolRow, wholeRow } from './tool-rows.js';

const DROPBOX = 'api.dropboxapi.com/2/files';
const AIRTABLE = 'api.airtable.com/v0';
const REDDIT = 'oauth.reddit.com';

const rows: readonly ShortRow[] = [
  [
    'dropbox.search_files',
    { query: 'plan' },
    `POST ${DROPBOX}/search_v2`,
    {
      matches: [{ metadata: { '.tag': 'metadata', metadata: { '.tag': 'file', name: 'plan.md' } } }],
      has_more: true,
      cursor: 'c',
    },
    { items: [{ '.tag': 'file', name: 'plan.md' }], next_page: 'c' },
    { query: 'plan', options: { max_results: 20 } },
  ],
  [
    'dropbox.list_folder',
    { path: '/Shop/' },
    `POST ${DROPBOX}/list_folder`,
    { entries: [{ '.tag': 'folder', name: 'A' }], has_more: false, cursor: 'c' },
    { items: [{ '.tag': 'folder', name: 'A' }] },
    { path: '/Shop', limit: 100 },
  ],
  [
    'dropbox.list_folder',
    { page: 'c' },
    `POST ${DROPBOX}/list_folder/continue`,
    { entries: [], has_more: false },
    { items: [] },
    { cursor: 'c' },
  ],
  [
    'dropbox.read_file',
    { path: '/Pläne.md' },
    'POST content.dropboxapi.com/2/files/download {"path":"/Pl\\u00e4ne.md"}',
    '# Plan',
    '# Plan',
  ],
  [
    'dropbox.create_text_file',
    { path: '/a.md', content: 'Hi ✓' },
    'POST content.dropboxapi.com/2/files/upload {"path":"/a.md","mode":"add","autorename":true}',
    { name: 'a.md', size: 6 },
    { name: 'a.md', size: 6 },
    'Hi ✓',
  ],
  [
    'box.search_files',
    { query: 'plan' },
    'GET api.box.com/2.0/search?query=plan&limit=20&offset=0&fields=type%2Cid%2Cname%2Csize%2Cmodified_at',
    { entries: [{ type: 'file', id: '1' }] },
    { items: [{ type: 'file', id: '1' }] },
  ],
  [
    'box.list_folder',
    {},
    'GET api.box.com/2.0/folders/0/items?limit=100&offset=0&fields=type%2Cid%2Cname%2Csize%2Cmodified_at',
    { entries: [] },
    { items: [] },
  ],
  ['box.read_file', { file_id: '1' }, 'GET api.box.com/2.0/files/1/content', 'Hi', 'Hi'],
  [
    'box.create_folder',
    { name: 'New' },
    'POST api.box.com/2.0/folders',
    { id: '2', name: 'New' },
    { id: '2', name: 'New' },
    { name: 'New', parent: { id: '0' } },
  ],
  [
    'box.add_comment',
    { file_id: '1', message: 'Hi' },
    'POST api.box.com/2.0/comments',
    { id: '3', message: 'Hi' },
    { id: '3', message: 'Hi' },
    { item: { type: 'file', id: '1' }, message: 'Hi' },
  ],
  [
    'airtable.list_bases',
    {},
    `GET ${AIRTABLE}/meta/bases`,
    { bases: [{ id: 'app1' }], offset: 'o' },
    { items: [{ id: 'app1' }], next_page: 'o' },
  ],
  [
    'airtable.list_tables',
    { base_id: 'app1' },
    `GET ${AIRTABLE}/meta/bases/app1/tables`,
    { tables: [{ id: 'tbl1' }] },
    { items: [{ id: 'tbl1' }] },
  ],
  [
    'airtable.list_records',
    { base_id: 'app1', table: 'Books', formula: '{A}="b"' },
    `GET ${AIRTABLE}/app1/Books?filterByFormula=%7BA%7D%3D%22b%22&pageSize=50`,
    { records: [{ id: 'rec1', fields: { A: 'b' } }] },
    { items: [{ id: 'rec1', fields: { A: 'b' } }] },
  ],
  [
    'airtable.create_records',
    { base_id: 'app1', table: 'Books', records: [{ A: 'b' }] },
    `POST ${AIRTABLE}/app1/Books`,
    { records: [{ id: 'rec1' }] },
    { items: [{ id: 'rec1' }] },
    { records: [{ fields: { A: 'b' } }], typecast: false },
  ],
  [
    'airtable.update_records',
    { base_id: 'app1', table: 'Books', records: [{ id: 'rec1', fields: { A: 'c' } }], typecast: true },
    `PATCH ${AIRTABLE}/app1/Books`,
    { records: [{ id: 'rec1' }] },
    { items: [{ id: 'rec1' }] },
    { records: [{ id: 'rec1', fields: { A: 'c' } }], typecast: true },
  ],
  [
    'airtable.delete_record',
    { base_id: 'app1', table: 'Books', record_id: 'rec1' },
    `DELETE ${AIRTABLE}/app1/Books/rec1`,
    { id: 'rec1', deleted: true },
    { id: 'rec1', deleted: true },
  ],
  [
    'linkedin.read_profile',
    {},
    'GET api.linkedin.com/v2/userinfo',
    { sub: 's', name: 'Ada' },
    { sub: 's', name: 'Ada' },
  ],
  [
    'reddit.search_posts',
    { query: 'plan', subreddit: 'shops' },
    `GET ${REDDIT}/r/shops/search?q=plan&sort=relevance&limit=20&type=link&restrict_sr=true&raw_json=1`,
    { data: { children: [{ kind: 't3', data: { id: 'a', title: 'Plan' } }], after: 't3_a' } },
    { items: [{ id: 'a', title: 'Plan' }], next_page: 't3_a' },
  ],
  [
    'reddit.list_posts',
    { subreddit: 'shops' },
    `GET ${REDDIT}/r/shops/hot?limit=20&raw_json=1`,
    { data: { children: [] } },
    { items: [] },
  ],
  [
    'reddit.read_post',
    { post_id: 't3_a' },
    `GET ${REDDIT}/comments/a?limit=50&raw_json=1`,
    [
      { data: { children: [{ data: { id: 'a' } }] } },
      {
        data: {
          children: [
            {
              kind: 't1',
              data: { body: 'Yes', replies: { data: { children: [{ kind: 't1', data: { body: 'No' } }] } } },
            },
            { kind: 'more' },
          ],
        },
      },
    ],
    { post: { id: 'a' }, comments: [{ body: 'Yes' }, { body: 'No' }] },
  ],
  [
    'reddit.submit_post',
    { subreddit: 'shops', title: 'Plan', text: 'Hi' },
    `POST ${REDDIT}/api/submit`,
    { json: { errors: [], data: { id: 'b', url: 'u' } } },
    { id: 'b', url: 'u' },
    'sr=shops&title=Plan&api_type=json&kind=self&text=Hi',
  ],
  [
    'reddit.add_comment',
    { parent: 't3_a', text: 'Hi' },
    `POST ${REDDIT}/api/comment`,
    { json: { errors: [], data: { things: [{ data: { id: 'c' } }] } } },
    { items: ['c'] },
    'thing_id=t3_a&text=Hi&api_type=json',
  ],
];

const ofSeveral: ToolRow = {
  tool: 'linkedin.create_post',
  args: { text: 'Open today' },
  asks: ['GET api.linkedin.com/v2/userinfo', 'POST api.linkedin.com/v2/ugcPosts'],
  sends: {
    author: 'urn:li:person:s',
    lifecycleState: 'PUBLISHED',
    specificContent: {
      'com.linkedin.ugc.ShareContent': { shareCommentary: { text: 'Open today' }, shareMediaCategory: 'NONE' },
    },
    visibility: { 'com.linkedin.ugc.MemberNetworkVisibility': 'CONNECTIONS' },
  },
  answers: [{ sub: 's' }, { id: 'urn:li:share:1' }],
  shows: { id: 'urn:li:share:1' },
};

export const otherRows: readonly ToolRow[] = [ofSeveral, ...rows.map(wholeRow)];
