/** A web site that answers the pages it was given. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeSite {
  readonly url: string;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** A page, or the address that one redirects to. */
  set(path: string, answer: { readonly html: string } | { readonly location: string }): void;
  stop(): Promise<void>;
}

const SENTENCE = 'The harbour of the town has been dug out again, and larger ships can enter it at low tide. ';

/** A page with an article that is long enough to be found. */
export const articlePage = (title: string, text = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav>Home</nav>
   <article><h1>${title}</h1><p>${text}</p><p>${SENTENCE.repeat(8)}</p></article></body></html>`;

export async function startFakeSite(): Promise<FakeSite> {
  const pages = new Map<string, { html: string } | { location: string }>();
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const found = pages.get(url);
    if (!found) return void response.writeHead(404, { 'content-type': 'text/html' }).end('Not here');
    if ('location' in found) return void response.writeHead(302, { location: found.location }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(found.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    set: (path, answer) => void pages.set(path, answer),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
