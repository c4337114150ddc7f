/**
 * A simulated internet in a network of its own: a git server, a Python package index and an npm registry, over HTTP and
 * HTTPS on all its addresses. Records each connection with the address it was made to. Started by internet.ts.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { join } from 'node:path';

const folder = process.argv[2]!;
const read = (...path: string[]) => readFileSync(join(folder, ...path));

/** git's own server program, called through CGI as by a web server. */
function git(request: IncomingMessage, response: ServerResponse, url: URL): void {
  const env = {
    PATH: process.env['PATH'],
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
    PATH_INFO: url.pathname,
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
  };
  const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const parts: Buffer[] = [];
  request.pipe(backend.stdin);
  backend.stdout
    .on('data', (data: Buffer) => parts.push(data))
    .on('end', () => {
      const answer = Buffer.concat(parts);
      const end = answer.indexOf('\r\n\r\n');
      const headers = Object.fromEntries(
        answer
          .subarray(0, end)
          .toString()
          .split('\r\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const { Status: status = '200', ...others } = headers;
      response.writeHead(Number.parseInt(status, 10), others).end(answer.subarray(end + 4));
    });
}

/** The file list of a package index in the format of PEP 503. */
const index = () =>
  readdirSync(join(folder, 'pypi'))
    .map((name) => `<a href="/wheels/${name}">${name}</a>`)
    .join('\n');

function packument(origin: string): object {
  const tarball = read('npm', 'stand-in-1.0.0.tgz');
  const dist = {
    tarball: `${origin}/npm-files/stand-in-1.0.0.tgz`,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
  };
  return {
    name: 'stand-in',
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { name: 'stand-in', version: '1.0.0', dist } },
  };
}

function answer(scheme: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url!, `${scheme}://${request.headers.host}`);
  const [, first, last] = url.pathname.split('/');
  if (first === 'repo.git') return git(request, response, url);
  if (first === 'simple') return void response.writeHead(200, { 'content-type': 'text/html' }).end(index());
  if (first === 'wheels') return void response.end(read('pypi', last!));
  if (first === 'stand-in')
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(packument(url.origin)));
  if (first === 'npm-files') return void response.end(read('npm', last!));
  response.writeHead(404).end();
}

function listen(server: ReturnType<typeof createHttp>, port: number): Promise<void> {
  // Records every connection, whether a request is sent over it or not.
  server.on('connection', ({ localAddress }) => appendFileSync(join(folder, 'arrivals'), `${localAddress} ${port}\n`));
  return new Promise((resolve) => server.listen(port, '0.0.0.0', resolve));
}
await listen(
  createHttp((request, response) => answer('http', request, response)),
  80,
);
await listen(
  createHttps({ key: read('key.pem'), cert: read('cert.pem') }, (request, response) =>
    answer('https', request, response),
  ),
  443,
);
process.stdout.write('serving\n');
