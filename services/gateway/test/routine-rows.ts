/** The routes of routines among the rows of all routes. */
import type { Person } from '../../../infra/testing/product/product.js';

type OnRoutine = (stranger: Person, theirs: { readonly routine: string; readonly run: string }) => Promise<Response>;

export function routineRows<Row>(own: Row, foreign: (attempt: OnRoutine) => Row): Readonly<Record<string, Row>> {
  return {
    'GET /api/zoroutines': own,
    'POST /api/zoroutines': own,
    'GET /api/zoroutines/{id}': foreign((stranger, { routine }) => stranger.fetch(`/api/zoroutines/${routine}`)),
    'PUT /api/zoroutines/{id}': foreign((stranger, { routine }) =>
      stranger.post(`/api/zoroutines/${routine}`, { instruction: 'mine now' }, 'PUT'),
    ),
    'DELETE /api/zoroutines/{id}': foreign((stranger, { routine }) =>
      stranger.fetch(`/api/zoroutines/${routine}`, { method: 'DELETE' }),
    ),
    'POST /api/zoroutines/{id}/execute': foreign((stranger, { routine }) =>
      stranger.post(`/api/zoroutines/${routine}/execute`, {}),
    ),
    'POST /api/zoroutines/{id}/rehearse': foreign((stranger, { routine }) =>
      stranger.post(`/api/zoroutines/${routine}/rehearse`, {}),
    ),
    'GET /api/zoroutines/{id}/rehearsals/{run}': foreign((stranger, { routine, run }) =>
      stranger.fetch(`/api/zoroutines/${routine}/rehearsals/${run}`),
    ),
    'POST /api/zoroutines/{id}/arm': foreign((stranger, { routine }) =>
      stranger.post(`/api/zoroutines/${routine}/arm`, { hash: 'theirs' }),
    ),
    'DELETE /api/zoroutines/{id}/arm': foreign((stranger, { routine }) =>
      stranger.fetch(`/api/zoroutines/${routine}/arm`, { method: 'DELETE' }),
    ),
    'GET /api/zoroutines/{id}/conversations': foreign((stranger, { routine }) =>
      stranger.fetch(`/api/zoroutines/${routine}/conversations`),
    ),
  };
}
