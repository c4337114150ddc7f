/** What the fakes of apps are asked, and how they answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Asked {
  readonly method: string;
  readonly host: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The account whose access token came along; undefined where none that is valid did. */
  readonly account: string | undefined;
}

export type Answer = (asked: Asked, response: ServerResponse) => void;

export const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
