/**
 * The routes of connections among the rows of all routes. Nothing in them has an id of ours: each is the caller's own.
 */
import type { Person } from '../../../infra/testing/product/product.js';

type Attempt = (stranger: Person) => Promise<Response>;

const CLIENT = { client_id: 'mine', client_secret: 'mine' };

export function connectionRows<Row>(own: Row, owner: (attempt: Attempt) => Row): Readonly<Record<string, Row>> {
  return {
    'GET /api/connections/apps': own,
    'POST /api/connections/apps/{slug}/connect': own,
    'PUT /api/connections/apps/{slug}/tools': own,
    'DELETE /api/connections/apps/{slug}': own,
    'GET /api/connections/callback': own,
    'GET /api/connections/clients': owner((stranger) => stranger.fetch('/api/connections/clients')),
    'PUT /api/connections/clients/{provider}': owner((stranger) =>
      stranger.post('/api/connections/clients/google', CLIENT, 'PUT'),
    ),
    'DELETE /api/connections/clients/{provider}': owner((stranger) =>
      stranger.fetch('/api/connections/clients/google', { method: 'DELETE' }),
    ),
    'GET /api/connections/drive/files': own,
    'POST /api/connections/drive/import': own,
    'GET /api/connections/notion/pages': own,
    'POST /api/connections/notion/import': own,
  };
}
