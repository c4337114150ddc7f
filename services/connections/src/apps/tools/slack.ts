/** Slack. https://docs.slack.dev/reference/methods */
import { z } from 'zod';
import { type AppApi, at, defineTool, id, limit, list, one, page, STALE_TOKEN, textAt, words } from './app-tool.js';

const API = 'https://slack.com/api';
const STALE = new Set(['invalid_auth', 'token_expired', 'token_revoked', 'not_authed', 'account_inactive']);
const MESSAGE = ['ts', 'user', 'text', 'thread_ts', 'reply_count'];
const channel = id('The id of a channel, such as C0123456789');
const NEXT = 'response_metadata.next_cursor';

export const slack: AppApi = {
  failed: (answer) => {
    if (at(answer, 'ok') === true) return undefined;
    const error = textAt(answer, 'error') || 'no reason given';
    return STALE.has(error) ? STALE_TOKEN : error;
  },
  tools: [
    defineTool({
      name: 'search_messages',
      about: 'Finds messages; the query is that of the search field of Slack: from:@ada in:#shop',
      effect: 'read',
      scopes: ['search:read'],
      input: z.strictObject({
        query: words('What to find'),
        limit: limit(100),
        page_number: z.int().min(1).max(100).default(1),
      }),
      request: ({ query, limit: count, page_number: number }) => ({
        url: `${API}/search.messages`,
        query: { query, count, page: number, sort: 'timestamp' },
      }),
      read: list('messages.matches', ['ts', 'username', 'text', 'channel.id', 'channel.name', 'permalink']),
    }),
    defineTool({
      name: 'list_channels',
      about: 'Lists the public channels',
      effect: 'read',
      scopes: ['channels:read'],
      input: z.strictObject({ limit: limit(200, 100), page }),
      request: ({ limit: most, page: cursor }) => ({
        url: `${API}/conversations.list`,
        query: { limit: most, cursor, types: 'public_channel', exclude_archived: true },
      }),
      read: list('channels', ['id', 'name', 'topic.value', 'num_members', 'is_member'], NEXT),
    }),
    defineTool({
      name: 'read_channel',
      about: 'Reads the messages of a channel, newest first',
      effect: 'read',
      scopes: ['channels:history'],
      input: z.strictObject({ channel_id: channel, limit: limit(100, 30), page }),
      request: ({ channel_id: inside, limit: most, page: cursor }) => ({
        url: `${API}/conversations.history`,
        query: { channel: inside, limit: most, cursor },
      }),
      read: list('messages', MESSAGE, NEXT),
    }),
    defineTool({
      name: 'read_thread',
      about: 'Reads a message and the answers to it',
      effect: 'read',
      scopes: ['channels:history'],
      input: z.strictObject({
        channel_id: channel,
        thread_ts: id('The `ts` of the message'),
        limit: limit(100, 50),
        page,
      }),
      request: ({ channel_id: inside, thread_ts: ts, limit: most, page: cursor }) => ({
        url: `${API}/conversations.replies`,
        query: { channel: inside, ts, limit: most, cursor },
      }),
      read: list('messages', MESSAGE, NEXT),
    }),
    defineTool({
      name: 'list_users',
      about: 'Lists the people of the workspace',
      effect: 'read',
      scopes: ['users:read'],
      input: z.strictObject({ limit: limit(200, 100), page }),
      request: ({ limit: most, page: cursor }) => ({ url: `${API}/users.list`, query: { limit: most, cursor } }),
      read: list('members', ['id', 'name', 'real_name', 'deleted', 'is_bot'], NEXT),
    }),
    defineTool({
      name: 'send_message',
      about: 'Posts a message as the user',
      effect: 'send',
      scopes: ['chat:write'],
      input: z.strictObject({
        channel_id: id('The id of a channel, or of a person for a direct message'),
        text: words('The text, in the markup of Slack', 12_000),
        thread_ts: id('The `ts` of the message that it answers').optional(),
      }),
      request: ({ channel_id: target, text, thread_ts: thread }) => ({
        method: 'POST',
        url: `${API}/chat.postMessage`,
        json: { channel: target, text, thread_ts: thread },
      }),
      read: one(['channel', 'ts']),
    }),
  ],
};
