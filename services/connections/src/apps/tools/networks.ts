/**
 * LinkedIn and Reddit. https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/share-on-linkedin,
 * https://www.reddit.com/dev/api
 */
import { z } from 'zod';
import { type AppApi, at, defineTool, id, limit, listAt, one, page, path, picked, textAt, words } from './app-tool.js';

const LINKEDIN = 'https://api.linkedin.com/v2';

export const linkedin: AppApi = {
  headers: { 'x-restli-protocol-version': '2.0.0' },
  tools: [
    defineTool({
      name: 'read_profile',
      about: 'Reads the name and the address of the user',
      effect: 'read',
      scopes: ['openid', 'profile'],
      input: z.strictObject({}),
      request: () => ({ url: `${LINKEDIN}/userinfo` }),
      read: one(['sub', 'name', 'email', 'locale']),
    }),
    defineTool({
      name: 'create_post',
      about: 'Publishes a post as the user',
      effect: 'send',
      scopes: ['w_member_social'],
      input: z.strictObject({
        text: words('The text', 3_000),
        visibility: z.enum(['PUBLIC', 'CONNECTIONS']).default('CONNECTIONS').describe('Who may read it'),
      }),
      run: async (call, { text, visibility }) => {
        const member = textAt(await call({ url: `${LINKEDIN}/userinfo` }), 'sub');
        const post = await call({
          method: 'POST',
          url: `${LINKEDIN}/ugcPosts`,
          json: {
            author: `urn:li:person:${member}`,
            lifecycleState: 'PUBLISHED',
            specificContent: {
              'com.linkedin.ugc.ShareContent': { shareCommentary: { text }, shareMediaCategory: 'NONE' },
            },
            visibility: { 'com.linkedin.ugc.MemberNetworkVisibility': visibility },
          },
        });
        return { id: at(post, 'id') };
      },
    }),
  ],
};

const REDDIT = 'https://oauth.reddit.com';
const READ = ['read'];
const SUBMIT = ['submit'];
const POST = [
  'name',
  'id',
  'subreddit',
  'title',
  'author',
  'score',
  'num_comments',
  'selftext',
  'url',
  'permalink',
  'created_utc',
];
const COMMENT = ['name', 'author', 'score', 'body', 'parent_id', 'created_utc'];
const subreddit = z
  .string()
  .regex(/^[A-Za-z0-9_]{2,50}$/)
  .describe('The name of the subreddit, without r/');
const MAX_COMMENTS = 200;

const posts = (answer: unknown) => ({
  items: listAt(answer, 'data', 'children').map((child) => picked(at(child, 'data'), POST)),
  next_page: at(answer, 'data', 'after'),
});

/** Comments with their answers, in the order in which they are read. */
function commentsOf(listing: unknown): unknown[] {
  const found: unknown[] = [];
  const open = listAt(listing, 'data', 'children').toReversed();
  while (open.length > 0 && found.length < MAX_COMMENTS) {
    const child = open.pop();
    if (at(child, 'kind') !== 't1') continue;
    found.push(picked(at(child, 'data'), COMMENT));
    const answers = at(child, 'data', 'replies', 'data', 'children');
    if (Array.isArray(answers)) open.push(...(answers as unknown[]).toReversed());
  }
  return found;
}

export const reddit: AppApi = {
  failed: (answer) => {
    const errors = at(answer, 'json', 'errors');
    if (!Array.isArray(errors) || errors.length === 0) return undefined;
    const [first] = errors as unknown[];
    return Array.isArray(first) ? first.filter((part) => typeof part === 'string').join(', ') : 'no reason given';
  },
  tools: [
    defineTool({
      name: 'search_posts',
      about: 'Finds posts by words, everywhere or in one subreddit',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({
        query: words('Words', 512),
        subreddit: subreddit.optional(),
        sort: z.enum(['relevance', 'new', 'top', 'comments']).default('relevance'),
        limit: limit(100),
        page,
      }),
      request: ({ query, subreddit: inside, sort, limit: most, page: after }) => ({
        url: inside === undefined ? `${REDDIT}/search` : REDDIT + path`/r/${inside}/search`,
        query: { q: query, sort, limit: most, after, type: 'link', restrict_sr: inside !== undefined, raw_json: 1 },
      }),
      read: posts,
    }),
    defineTool({
      name: 'list_posts',
      about: 'Lists the posts of a subreddit',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({
        subreddit,
        sort: z.enum(['hot', 'new', 'top', 'rising']).default('hot'),
        limit: limit(100),
        page,
      }),
      request: ({ subreddit: inside, sort, limit: most, page: after }) => ({
        url: REDDIT + path`/r/${inside}/${sort}`,
        query: { limit: most, after, raw_json: 1 },
      }),
      read: posts,
    }),
    defineTool({
      name: 'read_post',
      about: 'Reads a post and its comments',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ post_id: id('The id of the post, without t3_'), limit: limit(MAX_COMMENTS, 50) }),
      request: ({ post_id: post, limit: most }) => ({
        url: REDDIT + path`/comments/${post.replace(/^t3_/, '')}`,
        query: { limit: most, raw_json: 1 },
      }),
      read: (answer) => ({
        post: (posts(at(answer, '0')).items as unknown[])[0],
        comments: commentsOf(at(answer, '1')),
      }),
    }),
    defineTool({
      name: 'submit_post',
      about: 'Publishes a post as the user',
      effect: 'send',
      scopes: SUBMIT,
      input: z.strictObject({
        subreddit,
        title: words('The title', 300),
        text: words('The text, as Markdown', 40_000).optional(),
        url: z
          .url({ protocol: /^https?$/ })
          .max(2_000)
          .optional()
          .describe('Of a link, instead of a text'),
      }),
      request: ({ subreddit: sr, title, text, url }) => ({
        method: 'POST',
        url: `${REDDIT}/api/submit`,
        form: {
          sr,
          title,
          api_type: 'json',
          ...(url === undefined ? { kind: 'self', text: text ?? '' } : { kind: 'link', url }),
        },
      }),
      read: one(['id', 'name', 'url'], 'json.data'),
    }),
    defineTool({
      name: 'add_comment',
      about: 'Answers a post or a comment as the user',
      effect: 'send',
      scopes: SUBMIT,
      input: z.strictObject({
        parent: z
          .string()
          .regex(/^t[13]_[a-z0-9]{1,20}$/)
          .describe('The `name` of what it answers, such as t3_abc'),
        text: words('The text, as Markdown', 10_000),
      }),
      request: ({ parent, text }) => ({
        method: 'POST',
        url: `${REDDIT}/api/comment`,
        form: { thing_id: parent, text, api_type: 'json' },
      }),
      read: (answer) => ({ items: listAt(answer, 'json', 'data', 'things').map((thing) => at(thing, 'data', 'id')) }),
    }),
  ],
};
