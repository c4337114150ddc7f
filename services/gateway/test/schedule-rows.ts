/** The routes of schedules among the rows of all routes. */
import type { Person } from '../../../infra/testing/product/product.js';

type OnSchedule = (stranger: Person, theirs: { readonly schedule: string }) => Promise<Response>;

export function scheduleRows<Row>(own: Row, foreign: (attempt: OnSchedule) => Row): Readonly<Record<string, Row>> {
  const acts = (action: string) =>
    foreign((stranger, { schedule }) => stranger.post(`/api/schedules/${schedule}/${action}`, {}));
  return {
    'GET /api/schedules': own,
    'POST /api/schedules': own,
    'POST /api/schedules/preview': own,
    'GET /api/schedules/calendar': own,
    'GET /api/schedules/occurrences': own,
    'PUT /api/schedules/zone': own,
    'GET /api/schedules/{id}': foreign((stranger, { schedule }) => stranger.fetch(`/api/schedules/${schedule}`)),
    'PUT /api/schedules/{id}': foreign((stranger, { schedule }) =>
      stranger.post(`/api/schedules/${schedule}`, { instruction: 'mine now' }, 'PUT'),
    ),
    'DELETE /api/schedules/{id}': foreign((stranger, { schedule }) =>
      stranger.fetch(`/api/schedules/${schedule}`, { method: 'DELETE' }),
    ),
    'POST /api/schedules/{id}/pause': acts('pause'),
    'POST /api/schedules/{id}/hook': acts('hook'),
    'POST /api/schedules/{id}/resume': acts('resume'),
    'POST /api/schedules/{id}/run': acts('run'),
  };
}
