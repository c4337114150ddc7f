/** The routes of messages by mail and text among the rows of all routes. */
import type { Person } from '../../../infra/testing/product/product.js';

type Try = (
  stranger: Person,
  theirs: { readonly letter: string; readonly sender: string; readonly device: string },
) => Promise<Response>;

export function channelRows<Row>(
  { own, visitor }: { own: Row; visitor: Row },
  foreign: (attempt: Try) => Row,
  owner: (attempt: Try) => Row,
): Readonly<Record<string, Row>> {
  const acts = (action: string, body: object) =>
    foreign((stranger, { letter }) => stranger.post(`/api/outbox/${letter}/${action}`, body));
  const server = { host: 'mine.example', port: 25, secure: false };
  return {
    'GET /api/channels': own,
    'POST /api/channels/senders': own,
    'DELETE /api/channels/senders/{id}': foreign((stranger, { sender }) =>
      stranger.fetch(`/api/channels/senders/${sender}`, { method: 'DELETE' }),
    ),
    'PUT /api/channels/mail-server': owner((stranger) => stranger.post('/api/channels/mail-server', server, 'PUT')),
    'DELETE /api/channels/mail-server': owner((stranger) =>
      stranger.fetch('/api/channels/mail-server', { method: 'DELETE' }),
    ),
    'PUT /api/channels/asked-by': own,
    'PUT /api/channels/telegram-bot': owner((stranger) =>
      stranger.post('/api/channels/telegram-bot', { token: `1:${'x'.repeat(35)}` }, 'PUT'),
    ),
    'DELETE /api/channels/telegram-bot': owner((stranger) =>
      stranger.fetch('/api/channels/telegram-bot', { method: 'DELETE' }),
    ),
    'POST /api/channels/telegram': own,
    'DELETE /api/channels/telegram': own,
    // Of whoever has the link.
    'GET /api/approvals/{token}': visitor,
    'POST /api/approvals/{token}': visitor,
    'POST /api/channels/phone': own,
    'POST /api/channels/phone/code': own,
    'DELETE /api/channels/phone': own,
    'GET /api/channels/devices': own,
    'POST /api/channels/devices': own,
    'POST /api/channels/devices/{id}/test': foreign((stranger, { device }) =>
      stranger.post(`/api/channels/devices/${device}/test`, {}),
    ),
    'DELETE /api/channels/devices/{id}': foreign((stranger, { device }) =>
      stranger.fetch(`/api/channels/devices/${device}`, { method: 'DELETE' }),
    ),
    // Of the text provider, which signs what it sends.
    'POST /api/hooks/sms': visitor,
    'GET /api/outbox': own,
    'POST /api/outbox/mail': own,
    'GET /api/outbox/{id}': foreign((stranger, { letter }) => stranger.fetch(`/api/outbox/${letter}`)),
    'GET /api/outbox/{id}/raw': foreign((stranger, { letter }) => stranger.fetch(`/api/outbox/${letter}/raw`)),
    'POST /api/outbox/{id}/reply': acts('reply', { text: 'mine now' }),
    'POST /api/outbox/{id}/let-in': acts('let-in', {}),
    'POST /api/outbox/{id}/send': acts('send', {}),
    'DELETE /api/outbox/{id}': foreign((stranger, { letter }) =>
      stranger.fetch(`/api/outbox/${letter}`, { method: 'DELETE' }),
    ),
  };
}
