/**
 * The routes of sign-in by OAuth, and of the MCP server that most of its programs use, among the rows of all routes.
 */
import type { Person } from '../../../infra/testing/product/product.js';

type Try = (stranger: Person, theirs: { readonly question: string; readonly program: string }) => Promise<Response>;

export function oauthRows<Row>(
  { own, visitor }: { own: Row; visitor: Row },
  foreign: (attempt: Try) => Row,
): Readonly<Record<string, Row>> {
  return {
    // For tokens only: a session is nobody there.
    'POST /api/mcp': own,
    'GET /api/mcp': own,
    'DELETE /api/mcp': own,
    'POST /api/oauth/register': visitor,
    'POST /api/oauth/token': visitor,
    'POST /api/oauth/revoke': visitor,
    'POST /api/oauth/requests': own,
    'POST /api/oauth/requests/{id}': foreign((stranger, { question }) =>
      stranger.post(`/api/oauth/requests/${question}`, { decision: 'allow', scopes: ['files:read'] }),
    ),
    'GET /api/oauth/programs': own,
    'DELETE /api/oauth/programs/{id}': foreign((stranger, { program }) =>
      stranger.fetch(`/api/oauth/programs/${program}`, { method: 'DELETE' }),
    ),
  };
}
