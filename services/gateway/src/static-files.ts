/** Serves the built files of a folder. */
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import sirv, { type Options } from 'sirv';

interface Serving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path within the folder. */
  readonly url: string;
  readonly otherwise: () => void;
}

/** @returns what serves the files, or `otherwise` those that are not there */
export function staticFiles(
  folder: string,
  setHeaders: NonNullable<Options['setHeaders']>,
): (serving: Serving) => void {
  if (!existsSync(folder)) return ({ otherwise }) => otherwise();
  const files = sirv(folder, { brotli: true, gzip: true, etag: true, dotfiles: false, setHeaders });
  return ({ request, response, url, otherwise }) => {
    request.url = url;
    // Browsers fetch these files whole, and sirv throws on ranges that end before they start.
    delete request.headers.range;
    // A file that a new build has removed meanwhile aborts this response, not the process.
    response.once('pipe', (source: Readable) => source.once('error', () => response.destroy()));
    files(request, response, otherwise);
  };
}
