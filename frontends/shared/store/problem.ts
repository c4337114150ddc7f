import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';

/** What every failed request becomes (RFC 9457 as the server sends it, or made up from the transport). */
export interface Problem {
  /** HTTP status; 0 when the server could not be reached. */
  status: number;
  /** Stable name, as `files.name_taken`; `network` when nothing answered. */
  code: string;
  /** The sentence shown to people. */
  detail: string;
  /** The other members of the problem, as `current` of files.conflict. */
  extras: Record<string, unknown>;
  /** The server gave no sentence of its own: `detail` is one for any request, and a caller may know a better one. */
  isGeneric?: true;
}

const OFFLINE: Problem = {
  status: 0,
  code: 'network',
  detail: 'Your computer cannot be reached right now.',
  extras: {},
};

/** The one reader of problem+json: any body and status → Problem. */
export function problemOf(status: number, body: unknown): Problem {
  if (body && typeof body === 'object') {
    const { type: _type, title, status: _status, code, detail, ...extras } = body as Record<string, unknown>;
    const text = typeof detail === 'string' && detail ? detail : typeof title === 'string' && title ? title : undefined;
    if (text) return { status, code: typeof code === 'string' ? code : `http.${status}`, detail: text, extras };
  }
  return {
    status,
    code: `http.${status}`,
    detail:
      status >= 500 ? 'The server could not answer. Nothing was lost.' : `The server refused the request (${status}).`,
    extras: {},
    isGeneric: true,
  };
}

/** Problem of a fetch response whose body was not read yet. */
export async function problemFromResponse(response: Response): Promise<Problem> {
  const text = await response.text().catch(() => '');
  try {
    return problemOf(response.status, JSON.parse(text));
  } catch {
    return problemOf(response.status, undefined);
  }
}

/** Problem of an RTK Query transport error. */
export function problemFromQuery(error: FetchBaseQueryError): Problem {
  if (typeof error.status === 'number') return problemOf(error.status, error.data);
  // An answer that says yes and cannot be read broke off on its way.
  if (error.status === 'PARSING_ERROR')
    return error.originalStatus < 400 ? OFFLINE : problemOf(error.originalStatus, undefined);
  return OFFLINE;
}

/** Any thrown or rejected thing → Problem, for catch blocks. */
export function toProblem(error: unknown): Problem {
  if (error && typeof error === 'object' && 'code' in error && 'detail' in error) return error as Problem;
  if (error instanceof TypeError) return OFFLINE;
  return {
    status: 0,
    code: 'client',
    detail: error instanceof Error ? error.message : 'Something went wrong.',
    extras: {},
  };
}
