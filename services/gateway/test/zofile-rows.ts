/** The routes of personas among the rows of all routes. */
import type { Person } from '../../../infra/testing/product/product.js';

type OnZofile = (stranger: Person, theirs: { readonly zofile: string }) => Promise<Response>;

export function zofileRows<Row>(own: Row, foreign: (attempt: OnZofile) => Row): Readonly<Record<string, Row>> {
  return {
    'GET /api/zofiles': own,
    'POST /api/zofiles': own,
    'PUT /api/zofiles/{id}': foreign((stranger, { zofile }) =>
      stranger.post(`/api/zofiles/${zofile}`, { prompt: 'mine now' }, 'PUT'),
    ),
    'DELETE /api/zofiles/{id}': foreign((stranger, { zofile }) =>
      stranger.fetch(`/api/zofiles/${zofile}`, { method: 'DELETE' }),
    ),
    'GET /api/zofiles/active': own,
    'PUT /api/zofiles/active/{id}': foreign((stranger, { zofile }) =>
      stranger.fetch(`/api/zofiles/active/${zofile}`, { method: 'PUT' }),
    ),
    'POST /api/zofiles/active/{id}': foreign((stranger, { zofile }) =>
      stranger.post(`/api/zofiles/active/${zofile}`, { conversation_type: 'main' }),
    ),
    'DELETE /api/zofiles/active': own,
  };
}
