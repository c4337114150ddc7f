/** One row per route of the API: how another user tries to misuse it. A route without a row fails the suite. */
import type { Person } from '../../../infra/testing/product/product.js';
import { channelRows } from './channel-rows.js';
import { oauthRows } from './oauth-rows.js';
import { machineRows } from './machine-rows.js';
import { connectionRows } from './connection-rows.js';
import { routineRows } from './routine-rows.js';
import { scheduleRows } from './schedule-rows.js';
import { zofileRows } from './zofile-rows.js';

/** Objects of one user that another must not reach. */
export interface OwnedObjects {
  readonly conversation: string;
  readonly run: string;
  readonly message: string;
  readonly session: string;
  readonly upload: string;
  readonly terminal: string;
  readonly provider: string;
  readonly invitation: string;
  readonly zofile: string;
  readonly routine: string;
  readonly schedule: string;
  /** A mail. */
  readonly letter: string;
  readonly sender: string;
  /** A browser that is told of news. */
  readonly device: string;
  readonly machine: string;
  readonly grant: string;
  readonly token: string;
  readonly server: string;
  /** A request of a program that waits for an answer. */
  readonly question: string;
  /** Connected by OAuth. */
  readonly program: string;
}

export type Attempt = (stranger: Person, theirs: OwnedObjects) => Promise<Response>;

export type Row =
  /** Open to visitors. */
  | { readonly kind: 'public' }
  /** Takes no object id: it acts on the caller's own objects. */
  | { readonly kind: 'own' }
  /** Only for the owner of the installation: for others it does not exist. */
  | { readonly kind: 'owner'; readonly attempt: Attempt }
  /**
   * Takes an object id; another user's object does not exist. `quiet`: answers success, because there is nothing to do.
   */
  | { readonly kind: 'foreign'; readonly attempt: Attempt; readonly quiet?: boolean };

const own: Row = { kind: 'own' };
const visitor: Row = { kind: 'public' };
const foreign = (attempt: Attempt, quiet = false): Row => ({ kind: 'foreign', attempt, quiet });
const owner = (attempt: Attempt): Row => ({ kind: 'owner', attempt });
const chat = (rest = '') =>
  foreign((stranger, { conversation }) => stranger.fetch(`/api/conversations/${conversation}${rest}`));

const NO_LIMITS = { day_cents: null, month_cents: 0, day_tokens: null, month_tokens: null };
const chunkOf = (upload: string) => ({
  method: 'PUT',
  headers: {
    'upload-id': upload,
    'chunk-index': '0',
    'chunk-size': '4',
    'chunk-offset': '0',
    'total-bytes': '4',
    'content-type': 'application/octet-stream',
  },
  body: 'evil',
});
const completion = (uploadId: string) => ({
  uploadId,
  fileName: 'up.bin',
  totalBytes: 4,
  pathParts: [],
  chunkSizeBytes: 8_388_608,
});

export const rows: Readonly<Record<string, Row>> = {
  'GET /api/health': visitor,
  'GET /api/openapi.json': visitor,
  'POST /api/auth/claim': visitor,
  'GET /api/auth/setup': visitor,
  'POST /api/auth/sign-in': visitor,
  'POST /api/auth/sign-up': visitor,
  'GET /api/handles/{text}': visitor,
  'GET /api/auth/me': own,
  'PATCH /api/auth/me': own,
  'POST /api/auth/new-password': visitor,
  'POST /api/auth/password': own,
  'GET /api/auth/sessions': own,
  'POST /api/auth/sign-out': own,
  'PATCH /api/settings': own,
  'POST /api/settings/theme': own,
  'POST /api/onboarding': own,
  'POST /api/tokens/wss-nonce': own,
  'GET /api/tokens': own,
  'POST /api/tokens': own,
  'DELETE /api/tokens/{id}': foreign((stranger, { token }) =>
    stranger.fetch(`/api/tokens/${token}`, { method: 'DELETE' }),
  ),
  'GET /api/audit': own,
  'DELETE /api/auth/sessions/{id}': foreign((stranger, { session }) =>
    stranger.fetch(`/api/auth/sessions/${session}`, { method: 'DELETE' }),
  ),
  'GET /api/admin/sign-up': owner((stranger) => stranger.fetch('/api/admin/sign-up')),
  'PUT /api/admin/sign-up': owner((stranger) => stranger.post('/api/admin/sign-up', { mode: 'open' }, 'PUT')),
  'POST /api/admin/invitations': owner((stranger) => stranger.post('/api/admin/invitations', {})),
  'DELETE /api/admin/invitations/{id}': owner((stranger, { invitation }) =>
    stranger.fetch(`/api/admin/invitations/${invitation}`, { method: 'DELETE' }),
  ),
  'POST /api/read-fs': own,
  'POST /api/read-z': own,
  'GET /api/files/list': own,
  'POST /api/files/create': own,
  'POST /api/files/write': own,
  'POST /api/files/rename': own,
  'POST /api/files/move': own,
  'POST /api/files/copy': own,
  'GET /api/files/trash': own,
  'POST /api/files/trash': own,
  'POST /api/files/restore': own,
  'POST /api/files/delete': own,
  'POST /api/files/empty-trash': own,
  'GET /api/files/search': own,
  'GET /api/files/search/everything': own,
  'POST /api/files/search/hits': own,
  'POST /api/files/replace': own,
  'POST /api/files/rows': own,
  'POST /api/files/size': own,
  'GET /api/files/versions': own,
  'POST /api/files/versions/lines': own,
  'POST /api/files/versions/restore': own,
  'GET /api/files/versions/folder': own,
  'GET /api/files/versions/folder/files': own,
  'POST /api/files/versions/folder/restore': own,
  'POST /api/files/versions/folder/undo': own,
  'GET /api/files/versions/settings': own,
  'PUT /api/files/versions/settings': own,
  'GET /api/files/deleted': own,
  'POST /api/articles': own,
  'POST /api/files/convert': own,
  'POST /api/files/web-image': own,
  'POST /api/files/archive/list': own,
  'POST /api/files/archive/extract': own,
  'POST /api/files/transfer': own,
  'GET /api/files/content': own,
  'POST /api/files/content': own,
  // Served on the content origin only, where its ticket is all that counts.
  'GET /api/content/{path}': own,
  'HEAD /api/content/{path}': own,
  'GET /api/file': own,
  'GET /api/file/{path}': own,
  'HEAD /api/file/{path}': own,
  'GET /api/file-uploads': own,
  'POST /api/file-uploads/init': own,
  'POST /api/file-uploads/single': own,
  'GET /api/file-uploads/{id}': foreign((stranger, { upload }) => stranger.fetch(`/api/file-uploads/${upload}`)),
  'PUT /api/file-uploads/chunk': foreign((stranger, { upload }) =>
    stranger.fetch('/api/file-uploads/chunk', chunkOf(upload)),
  ),
  'POST /api/file-uploads/complete': foreign((stranger, { upload }) =>
    stranger.post('/api/file-uploads/complete', completion(upload)),
  ),
  'POST /api/file-uploads/abort': foreign(
    (stranger, { upload }) => stranger.post('/api/file-uploads/abort', { uploadId: upload }),
    true,
  ),
  'GET /api/computer': own,
  'POST /api/computer/wake': own,
  'GET /api/system/stats': own,
  'GET /api/conversations': own,
  'POST /api/conversations': own,
  'POST /api/conversations/imports': own,
  'GET /api/conversations/by-file': own,
  'GET /api/conversations/by-message': own,
  'GET /api/conversations/search': own,
  'GET /api/conversations/folders': own,
  'PATCH /api/conversations/folders': own,
  'GET /api/conversations/{id}/find': chat('/find?q=mine'),
  'GET /api/conversations/{id}': chat(),
  'PATCH /api/conversations/{id}': foreign((stranger, { conversation }) =>
    stranger.post(`/api/conversations/${conversation}`, { title: 'mine now' }, 'PATCH'),
  ),
  'DELETE /api/conversations/{id}': foreign((stranger, { conversation }) =>
    stranger.fetch(`/api/conversations/${conversation}`, { method: 'DELETE' }),
  ),
  'POST /api/conversations/{id}/messages': foreign((stranger, { conversation }) =>
    stranger.post(`/api/conversations/${conversation}/messages`, { text: 'run ls' }),
  ),
  'POST /api/conversations/{id}/messages/stream': foreign((stranger, { conversation }) =>
    stranger.post(`/api/conversations/${conversation}/messages/stream`, { text: 'run ls' }),
  ),
  'POST /api/conversations/{id}/fork': foreign((stranger, { conversation, message }) =>
    stranger.post(`/api/conversations/${conversation}/fork`, { message_id: message }),
  ),
  'POST /api/conversations/{id}/queue': foreign((stranger, { conversation }) =>
    stranger.post(`/api/conversations/${conversation}/queue`, { text: 'run ls' }),
  ),
  'POST /api/conversations/{id}/queue/{message}/send': foreign((stranger, { conversation, message }) =>
    stranger.post(`/api/conversations/${conversation}/queue/${message}/send`, {}),
  ),
  'DELETE /api/conversations/{id}/queue/{message}': foreign((stranger, { conversation, message }) =>
    stranger.fetch(`/api/conversations/${conversation}/queue/${message}`, { method: 'DELETE' }),
  ),
  'POST /api/conversations/{id}/shares': foreign((stranger, { conversation }) =>
    stranger.post(`/api/conversations/${conversation}/shares`, { days: 1 }),
  ),
  'GET /api/conversations/{id}/shares': chat('/shares'),
  'DELETE /api/conversations/{id}/shares/{share}': foreign((stranger, { conversation, message }) =>
    stranger.fetch(`/api/conversations/${conversation}/shares/${message}`, { method: 'DELETE' }),
  ),
  'GET /api/shared-chats/{token}': visitor,
  'POST /api/hooks/z/{hook}': visitor,
  'GET /api/runs/{id}/events': foreign((stranger, { run }) => stranger.fetch(`/api/runs/${run}/events`)),
  'GET /api/runs/{id}/context': foreign((stranger, { run }) => stranger.fetch(`/api/runs/${run}/context`)),
  'GET /api/runs/{id}/pictures/{picture}': foreign((stranger, { run }) =>
    stranger.fetch(`/api/runs/${run}/pictures/${run}`),
  ),
  'POST /api/runs/{id}/stop': foreign((stranger, { run }) => stranger.post(`/api/runs/${run}/stop`, {})),
  'POST /api/runs/{id}/undo': foreign((stranger, { run }) => stranger.post(`/api/runs/${run}/undo`, {})),
  'POST /api/runs/{id}/redo': foreign((stranger, { run }) => stranger.post(`/api/runs/${run}/redo`, {})),
  'POST /api/runs/{id}/approvals/{approval}': foreign((stranger, { run }) =>
    stranger.post(`/api/runs/${run}/approvals/${run}`, { decision: 'approve' }),
  ),
  'GET /api/models/available': own,
  'GET /api/models/preference': own,
  'PUT /api/models/preference': own,
  'GET /api/models/providers': own,
  'POST /api/models/providers': own,
  'POST /api/models/providers/test': own,
  'PATCH /api/models/providers/{id}': foreign((stranger, { provider }) =>
    stranger.post(`/api/models/providers/${provider}`, { enabled: false }, 'PATCH'),
  ),
  'DELETE /api/models/providers/{id}': foreign((stranger, { provider }) =>
    stranger.fetch(`/api/models/providers/${provider}`, { method: 'DELETE' }),
  ),
  'GET /api/admin/people': owner((stranger) => stranger.fetch('/api/admin/people')),
  'GET /api/models/shares': owner((stranger) => stranger.fetch('/api/models/shares')),
  'PUT /api/models/providers/{id}/share': owner((stranger, { provider }) =>
    stranger.post(`/api/models/providers/${provider}/share`, { models: null, people: null }, 'PUT'),
  ),
  'DELETE /api/models/providers/{id}/share': owner((stranger, { provider }) =>
    stranger.fetch(`/api/models/providers/${provider}/share`, { method: 'DELETE' }),
  ),
  'GET /api/allowances': own,
  'GET /api/allowances/people': owner((stranger) => stranger.fetch('/api/allowances/people')),
  'PUT /api/allowances/people': owner((stranger) =>
    stranger.post('/api/allowances/people', { person_id: null, ...NO_LIMITS }, 'PUT'),
  ),
  'PUT /api/allowances/personas': own,
  'GET /api/plans': owner((stranger) => stranger.fetch('/api/plans')),
  'PUT /api/plans': owner((stranger) =>
    stranger.post('/api/plans', { person_id: crypto.randomUUID(), plan: 'paid' }, 'PUT'),
  ),
  'GET /api/tools': own,
  'GET /api/web-search': own,
  'PUT /api/web-search': own,
  'POST /api/web-search/test': own,
  'DELETE /api/web-search': own,
  'GET /api/media-models': own,
  'PUT /api/media-models/{task}': own,
  'POST /api/media-models/{task}/test': own,
  'DELETE /api/media-models/{task}': own,
  'POST /api/transcribe/{kind}': own,
  'POST /api/transcribe/voice': own,
  'GET /api/mcp-servers': own,
  'POST /api/mcp-servers': own,
  'POST /api/mcp-servers/{id}/test': foreign((stranger, { server }) =>
    stranger.post(`/api/mcp-servers/${server}/test`, {}),
  ),
  'PUT /api/mcp-servers/{id}/tools': foreign((stranger, { server }) =>
    stranger.post(`/api/mcp-servers/${server}/tools`, { on: [] }, 'PUT'),
  ),
  'DELETE /api/mcp-servers/{id}': foreign((stranger, { server }) =>
    stranger.fetch(`/api/mcp-servers/${server}`, { method: 'DELETE' }),
  ),
  'GET /api/granted-hosts': own,
  'POST /api/granted-hosts': own,
  'DELETE /api/granted-hosts/{id}': foreign((stranger, { grant }) =>
    stranger.fetch(`/api/granted-hosts/${grant}`, { method: 'DELETE' }),
  ),
  'GET /api/trust-modes': own,
  'PUT /api/trust-modes': own,
  'GET /api/conversations/provenance': own,
  'GET /api/memory': own,
  'GET /api/memory/skills': own,
  'PUT /api/memory/facts': own,
  'POST /api/memory/kept': own,
  ...connectionRows(own, owner),
  ...routineRows(own, foreign),
  ...scheduleRows(own, foreign),
  ...zofileRows(own, foreign),
  ...channelRows({ own, visitor }, foreign, owner),
  ...machineRows({ own, visitor }, foreign),
  ...oauthRows({ own, visitor }, foreign),
};
