/** What a request says of the client that sent it. */
import type { Request } from 'express';

export const agentOf = (request: Request): string => request.headers['user-agent'] ?? '';

/** The client's address, set by the gateway, which removes this header from client requests. */
export const addressOf = (request: Request): string =>
  String(request.headers['x-client-address'] ?? request.socket.remoteAddress ?? '');
