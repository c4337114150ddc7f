import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';

/** The error of every failed request (RFC 9457 as the server sends it, or derived from the transport error). */
export interface Problem {
  /** HTTP status; 0 when the server could not be reached. */
  status: number;
  /** Stable name such as `files.name_taken`; `network` when the server did not respond. */
  code: string;
  /** The sentence shown to users. */
  detail: string;
  /** The other members of the problem, such as `current` of files.conflict. */
  extras: Record<string, unknown>;
  /** The server sent no sentence: `detail` is a general one, which a caller can replace by a better one. */
  isGeneric?: true;
}

const OFFLINE: Problem = {
  status: 0,
  code: 'network',
  detail: 'Your computer cannot be reached right now.',
  extras: {},
};

/** The only parser of problem+json: any body and status → Problem. */
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

/** Problem of a fetch response whose body has not been read yet. */
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
  // A successful response that cannot be parsed was cut off on its way.
  if (error.status === 'PARSING_ERROR')
    return error.originalStatus < 400 ? OFFLINE : problemOf(error.originalStatus, undefined);
  return OFFLINE;
}

/** Any thrown value → Problem, for catch blocks. */
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
