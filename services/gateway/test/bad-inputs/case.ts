/** A bad input: what is sent, and which responses are allowed. */
export interface Case {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly json?: unknown;
  readonly body?: string | Buffer;
  readonly type?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly allowed: readonly number[];
  /** Text that the response or its headers must contain. */
  readonly says?: RegExp;
  /** The whole request as raw bytes. */
  readonly raw?: (cookie: string) => string;
}

export const at = (...path: string[]) => ({ root: 'w', path });
export const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
export const CREATE = '/api/files/create';
export const line =
  (text: string, more = '') =>
  (cookie: string) =>
    `${text} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\nconnection: close\r\n${more}\r\n`;
