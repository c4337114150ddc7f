/** Streams bytes of files from the agent to the client without buffering them. */
import { Injectable } from '@nestjs/common';
import { create as contentDisposition } from 'content-disposition';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Kind } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import { agentErrorOfResponse, type Computer, computerErrors, Computers, type RawResponse } from '@zo/computer-client';
import { type AnyLocation, isMachineRoot } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { pathOnItsAgent } from '@zo/computer-client';
import { nameOf, displayPath } from '../paths.js';
import { whileWaited } from '../while-waited.js';
import { inlineType, mayBeInline, SNIFF_BYTES, SVG } from './inline.js';

/** Content, partial content, not modified, range not satisfiable. */
const ACCEPTED_STATUS = new Set([200, 206, 304, 416]);
const MAX_REASON_BYTES = 4 * 1024;
const FORWARDED_HEADERS = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
/** Prevents the content of a file from running scripts or reaching anything on our origin. */
const SANDBOX_HEADERS = {
  'content-security-policy': `sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'`,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-cache',
};
const SVG_POLICY = `sandbox; default-src 'none'; style-src 'unsafe-inline'`;

interface Asked {
  readonly method: 'GET' | 'HEAD';
  readonly headers: Record<string, string>;
  /** Number of a version of the file; undefined for its content now. */
  readonly version?: number | undefined;
}

/** What the agent has to know of a request. */
const askedBy = ({ method, headers }: IncomingMessage): Asked => ({
  method: method === 'HEAD' ? 'HEAD' : 'GET',
  headers: pick(headers as Record<string, string>, ['range', 'if-range', 'if-none-match', 'if-modified-since']),
});

@Injectable()
export class RawService {
  constructor(private readonly computers: Computers) {}

  /** FT-11: sends one file or a version of it, or a range. `download` forces an attachment. */
  async send(
    ctx: Ctx,
    location: AnyLocation,
    exchange: { request: IncomingMessage; response: ServerResponse; download: boolean; version?: number | undefined },
  ): Promise<void> {
    const { request, response, download, version } = exchange;
    const asking = this.ask(ctx, location, { ...askedBy(request), version });
    const sniffing = download || !mayBeInline(nameOf(location)) ? undefined : this.inlineTypeOf(ctx, location, version);
    const [answer, type] = await Promise.all([asking, sniffing]).catch((error: unknown) => {
      // Closes the request that succeeded when the other one fails.
      asking.then(
        (unused) => unused.discard(),
        () => undefined,
      );
      throw error;
    });
    // An SVG may contain scripts: as an image in a page it runs none, and opened directly it is a download.
    const disposition = type && type !== SVG ? 'inline' : 'attachment';
    response.writeHead(answer.status, {
      ...SANDBOX_HEADERS,
      ...(type === SVG && { 'content-security-policy': SVG_POLICY }),
      ...pick(answer.headers, FORWARDED_HEADERS),
      'content-type': type ?? 'application/octet-stream',
      'content-disposition': contentDisposition(nameOf(location), { type: disposition }),
    });
    await answer.streamTo(response);
  }

  /** Sends a thumbnail of a file, made in its computer. @throws files.unreadable when it has none */
  async sendThumb(
    ctx: Ctx,
    location: AnyLocation,
    exchange: { request: IncomingMessage; response: ServerResponse; size: string },
  ): Promise<void> {
    const { request, response, size } = exchange;
    const headers = pick(request.headers as Record<string, string>, ['if-none-match']);
    const path = `/thumbs/${onItsAgent(location)}?size=${size}`;
    const left = whileWaited(response);
    const ask = (computer: Computer) => computer.thumb(path, headers, left);
    const answer = await this.computers.read(ctx, ask, location.root).catch((error: unknown) => {
      if (left.aborted) return null;
      throw error;
    });
    // The browser has scrolled on.
    if (!answer) return;
    if (answer.status !== 200 && answer.status !== 304)
      throw refusal(answer.status, (await answer.bytes(MAX_REASON_BYTES)).toString(), displayPath(location));
    // What the computer says about its type is not believed: as this type it is an image or nothing.
    response.writeHead(answer.status, {
      ...SANDBOX_HEADERS,
      ...pick(answer.headers, ['content-length', 'etag']),
      'content-type': 'image/webp',
      'content-disposition': 'inline',
    });
    await answer.streamTo(response);
  }

  /** Sends one file, or a range of it, with these headers. */
  async sendWith(
    ctx: Ctx,
    location: AnyLocation,
    exchange: { request: IncomingMessage; response: ServerResponse; headers: Record<string, string> },
  ): Promise<void> {
    const answer = await this.ask(ctx, location, askedBy(exchange.request));
    exchange.response.writeHead(answer.status, { ...pick(answer.headers, FORWARDED_HEADERS), ...exchange.headers });
    await answer.streamTo(exchange.response);
  }

  /** FT-11: sends several entries as one zip, streamed while it is created. */
  async sendZip(ctx: Ctx, locations: readonly AnyLocation[], response: ServerResponse): Promise<void> {
    const body = JSON.stringify({
      paths: locations.map(({ root, path }) => ({ root: rootOnItsAgent(root), segments: path })),
    });
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const ask = async (from: Computer) => ({
      answer: await from.fetch('POST', '/zip', { headers, body }),
      computer: from,
    });
    const { answer, computer } = await this.computers.read(ctx, ask, locations[0]!.root);
    if (answer.statusCode !== 200)
      throw refusal(answer.statusCode ?? 500, await computer.textOf(answer), locations.map(displayPath).join(', '));
    const name = locations.length === 1 ? `${nameOf(locations[0]!) || 'workspace'}.zip` : 'files.zip';
    response.writeHead(200, {
      ...SANDBOX_HEADERS,
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(name),
    });
    await computer.passOn(answer, response);
  }

  /** True if a single download is a folder, which is sent as a zip. */
  async isFolder(ctx: Ctx, location: AnyLocation): Promise<boolean> {
    return (await this.kindAt(ctx, location)) === Kind.DIRECTORY;
  }

  /** The bytes of a file for other code of this service, which streams or discards them. */
  open(ctx: Ctx, location: AnyLocation): Promise<RawResponse> {
    return this.ask(ctx, location, { method: 'GET', headers: {} });
  }

  /** Undefined when there is nothing at this place. */
  async kindAt(ctx: Ctx, location: AnyLocation): Promise<Kind | undefined> {
    const found = await this.computers
      .read(ctx, (computer) => computer.files.stat({ path: pathOnItsAgent(location) }), location.root)
      .catch((error: unknown) => {
        throw fileError(error, displayPath(location));
      });
    return found.entry?.kind;
  }

  private async inlineTypeOf(ctx: Ctx, location: AnyLocation, version?: number): Promise<string | undefined> {
    const headers = { range: `bytes=0-${SNIFF_BYTES - 1}` };
    const answer = await this.ask(ctx, location, { method: 'GET', headers, version });
    return inlineType(nameOf(location), await answer.bytes(SNIFF_BYTES));
  }

  private async ask(ctx: Ctx, location: AnyLocation, { method, headers, version }: Asked): Promise<RawResponse> {
    const kind = version === undefined ? 'bytes' : `versions/${version}`;
    const path = `/${kind}/${onItsAgent(location)}`;
    const answer = await this.computers.read(ctx, (computer) => computer.raw(method, path, headers), location.root);
    // A range of an empty file yields 416, which is correct for clients and harmless for type detection.
    if (ACCEPTED_STATUS.has(answer.status)) return answer;
    throw refusal(answer.status, (await answer.bytes(MAX_REASON_BYTES)).toString(), displayPath(location));
  }
}

/** A machine shows its folder as its workspace. */
const rootOnItsAgent = (root: AnyLocation['root']) => (isMachineRoot(root) ? 'w' : root);
const onItsAgent = ({ root, path }: AnyLocation) => [rootOnItsAgent(root), ...path.map(encodeURIComponent)].join('/');

function refusal(status: number, body: string, path: string): Error {
  const error = agentErrorOfResponse(status, body);
  return error.reason === 'unexpected' ? computerErrors.badAnswer({}, { cause: error }) : fileError(error, path);
}

function pick(headers: Record<string, string | undefined>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}
