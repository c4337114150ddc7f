/** Client side: turns responses that are not gRPC, or not of the declared type, into errors of the other side. */
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { invalidResponse, isBadAnswer, isNotAnswering } from './answer-limits.js';
import { isConnectionError } from './connection-error.js';

/** Codes that connect-node uses for anything it cannot decode. */
const UNREADABLE = new Set([Code.Internal, Code.Unknown, Code.Unimplemented, Code.InvalidArgument, Code.DataLoss]);

export const validateResponses: Interceptor = (next) => async (request) => {
  try {
    const response = await next(request);
    return response.stream ? { ...response, message: soundMessages(response.message) } : response;
  } catch (error) {
    throw judged(error);
  }
};

async function* soundMessages<T>(messages: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* messages;
  } catch (error) {
    throw judged(error);
  }
}

function judged(error: unknown): unknown {
  if (isNotAnswering(error) || isBadAnswer(error) || isSaid(error)) return error;
  const fault = ConnectError.from(error);
  if (!UNREADABLE.has(fault.code)) return error;
  if (isConnectionError(error) || isOfTheSystem(error))
    return new ConnectError(fault.rawMessage, Code.Unavailable, undefined, undefined, error);
  return invalidResponse('it cannot be read');
}

/** True if the other side returned this error itself. */
const isSaid = (error: unknown) => (error as { isWireError?: boolean }).isWireError === true;

/** True for errors of the operating system: the other side is unreachable or disconnected. */
function isOfTheSystem(error: unknown): boolean {
  let fault = error as { code?: unknown; cause?: unknown } | undefined;
  for (; typeof fault === 'object' && fault !== null; fault = fault.cause as typeof fault)
    if (/^E(?!RR_)[A-Z]+$/.test(String(fault.code))) return true;
  return false;
}
