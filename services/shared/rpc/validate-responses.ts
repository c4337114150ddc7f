/** Client side: turns responses that are not gRPC, or not of the declared type, into errors of the other side. */
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { invalidResponse, isInvalidResponse, isUnresponsive } from './response-limits.js';
import { isConnectionError } from './connection-error.js';

/** Codes that connect-node uses for anything it cannot decode. */
const UNREADABLE = new Set([Code.Internal, Code.Unknown, Code.Unimplemented, Code.InvalidArgument, Code.DataLoss]);

export const validateResponses: Interceptor = (next) => async (request) => {
  try {
    const response = await next(request);
    return response.stream ? { ...response, message: soundMessages(response.message) } : response;
  } catch (error) {
    throw toClientError(error);
  }
};

async function* soundMessages<T>(messages: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* messages;
  } catch (error) {
    throw toClientError(error);
  }
}

function toClientError(error: unknown): unknown {
  if (isUnresponsive(error) || isInvalidResponse(error) || isSentByServer(error)) return error;
  const failure = ConnectError.from(error);
  if (!UNREADABLE.has(failure.code)) return error;
  if (isConnectionError(error) || isOfTheSystem(error))
    return new ConnectError(failure.rawMessage, Code.Unavailable, undefined, undefined, error);
  return invalidResponse('it cannot be read');
}

/** True if the other side returned this error itself. */
const isSentByServer = (error: unknown) => (error as { isWireError?: boolean }).isWireError === true;

/** True for errors of the operating system: the other side is unreachable or disconnected. */
function isOfTheSystem(error: unknown): boolean {
  let failure = error as { code?: unknown; cause?: unknown } | undefined;
  for (; typeof failure === 'object' && failure !== null; failure = failure.cause as typeof failure)
    if (/^E(?!RR_)[A-Z]+$/.test(String(failure.code))) return true;
  return false;
}
