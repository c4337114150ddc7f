/** The routes of terminals and of people's own machines among the rows of all routes. */
import type { Person } from '../../../infra/testing/product/product.js';

type Try = (stranger: Person, theirs: { readonly terminal: string; readonly machine: string }) => Promise<Response>;

export function machineRows<Row>(
  { own, visitor }: { own: Row; visitor: Row },
  foreign: (attempt: Try) => Row,
): Readonly<Record<string, Row>> {
  return {
    'GET /api/machines': own,
    'GET /api/machines/programs/{hash}/zo-machine.tgz': visitor,
    'POST /api/machines/codes': own,
    'POST /api/machines/pair': visitor,
    'PATCH /api/machines/{id}': foreign((stranger, { machine }) =>
      stranger.post(`/api/machines/${machine}`, { name: 'mine' }, 'PATCH'),
    ),
    'DELETE /api/machines/{id}': foreign((stranger, { machine }) =>
      stranger.fetch(`/api/machines/${machine}`, { method: 'DELETE' }),
    ),
    'GET /api/terminals': own,
    'POST /api/terminals': own,
    'PATCH /api/terminals/{id}': foreign((stranger, { terminal }) =>
      stranger.post(`/api/terminals/${terminal}`, { name: 'mine' }, 'PATCH'),
    ),
    'DELETE /api/terminals/{id}': foreign((stranger, { terminal }) =>
      stranger.fetch(`/api/terminals/${terminal}`, { method: 'DELETE' }),
    ),
  };
}
