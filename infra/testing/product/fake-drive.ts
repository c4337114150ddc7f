/** The part of the Drive API (v3) that imports use, strict about what it is asked. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Asked, sendJson } from './fake-app.js';

export interface DriveEntry {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly parent: string;
  readonly content?: Buffer;
  /** By media type, for documents of Google. */
  readonly exports?: Readonly<Record<string, Buffer>>;
  readonly shortcutTo?: string;
  readonly modifiedTime?: string;
  /** Said to be so large; its content is not. */
  readonly size?: number;
}

const FOLDER = 'application/vnd.google-apps.folder';
const MAX_EXPORT = 10 * 1024 * 1024;

export class FakeDrive {
  relay = '';
  pageSize = 1_000;
  /** Bytes after which the next downloads break off, one each; less than 0: before they are answered. */
  cuts: number[] = [];
  /** Ranges that were asked for. */
  readonly ranges: string[] = [];
  sent = 0;
  sharedDrives: { id: string; name: string }[] = [];
  private readonly entries = new Map<string, DriveEntry>();

  add(...entries: DriveEntry[]): void {
    for (const entry of entries) this.entries.set(entry.id, entry);
  }

  remove(id: string): void {
    this.entries.delete(id);
  }

  clear(): void {
    this.entries.clear();
    this.ranges.length = 0;
    this.cuts = [];
    this.sent = 0;
  }

  answer(asked: Asked, response: ServerResponse): void {
    const { account, url } = asked;
    if (!account) return sendJson(response, 401, problem(401, 'authError'));
    const [, drive, version, kind, id, action] = url.pathname.split('/').map(decodeURIComponent);
    if (drive !== 'drive' || version !== 'v3') return sendJson(response, 404, problem(404, 'notFound'));
    if (kind === 'drives') return sendJson(response, 200, { drives: this.sharedDrives });
    if (kind !== 'files') return sendJson(response, 404, problem(404, 'notFound'));
    if (!id) return this.list(asked, response);
    const entry = this.entries.get(id);
    if (!entry || url.searchParams.get('supportsAllDrives') !== 'true')
      return sendJson(response, 404, problem(404, 'notFound'));
    if (action === 'export') return this.export(entry, asked, response);
    if (url.searchParams.get('alt') === 'media') return this.media(entry, asked, response);
    sendJson(response, 200, this.described(entry));
  }

  private list({ url: { searchParams } }: Asked, response: ServerResponse): void {
    const parent = /^'([^']+)' in parents and trashed = false$/.exec(searchParams.get('q') ?? '')?.[1];
    const isWide = ['supportsAllDrives', 'includeItemsFromAllDrives'].every(
      (name) => searchParams.get(name) === 'true',
    );
    if (!parent || !isWide) return sendJson(response, 400, problem(400, 'invalid'));
    const found = [...this.entries.values()].filter((entry) => entry.parent === parent);
    const from = Number(searchParams.get('pageToken') ?? 0);
    const files = found.slice(from, from + this.pageSize).map((entry) => this.described(entry));
    const nextPageToken = from + this.pageSize < found.length ? String(from + this.pageSize) : undefined;
    sendJson(response, 200, { files, nextPageToken });
  }

  private described(entry: DriveEntry): object {
    const { id, name, mimeType, content, size, modifiedTime = '2026-11-01T09:12:00.000Z', shortcutTo } = entry;
    const target = this.entries.get(shortcutTo ?? '');
    return {
      id,
      name,
      mimeType,
      modifiedTime,
      iconLink: 'https://drive-thirdparty.googleusercontent.com/16/type/application/pdf',
      ...(content && { size: String(size ?? content.length), ...sumsOf(content) }),
      ...(target && { shortcutDetails: { targetId: target.id, targetMimeType: target.mimeType } }),
      ...(entry.exports && {
        exportLinks: Object.fromEntries(
          Object.keys(entry.exports).map((type) => [
            type,
            `https://www.googleapis.com/drive/v3/files/${id}/export?mimeType=${encodeURIComponent(type)}&supportsAllDrives=true&large=1`,
          ]),
        ),
      }),
    };
  }

  private export({ exports = {} }: DriveEntry, { url: { searchParams } }: Asked, response: ServerResponse): void {
    const content = exports[searchParams.get('mimeType') ?? ''];
    if (!content) return sendJson(response, 400, problem(400, 'badRequest'));
    if (content.length > MAX_EXPORT && !searchParams.has('large'))
      return sendJson(response, 403, problem(403, 'exportSizeLimitExceeded'));
    response.writeHead(200, { 'content-length': content.length }).end(content);
  }

  private media({ mimeType, content }: DriveEntry, { headers }: Asked, response: ServerResponse): void {
    if (!content || mimeType === FOLDER) return sendJson(response, 403, problem(403, 'fileNotDownloadable'));
    const [, from = '0'] = /^bytes=(\d+)-$/.exec(headers.range ?? 'bytes=0-') ?? [];
    this.ranges.push(from);
    const rest = content.subarray(Number(from));
    const range = `bytes ${from}-${content.length - 1}/${content.length}`;
    const cut = this.cuts.shift();
    if (cut !== undefined && cut < 0) return void response.socket?.destroy();
    response.writeHead(headers.range ? 206 : 200, { 'content-length': rest.length, 'content-range': range });
    this.sent += Math.min(rest.length, cut ?? Infinity);
    if (cut === undefined || cut >= rest.length) return void response.end(rest);
    // The bytes are with the client before the connection breaks.
    response.write(rest.subarray(0, cut), () => response.socket?.end());
  }
}

const sums = new WeakMap<Buffer, { md5Checksum: string; sha256Checksum: string }>();

/** As Drive does, once for each content. */
function sumsOf(content: Buffer) {
  const sum = (algorithm: string) => createHash(algorithm).update(content).digest('hex');
  const known = sums.get(content) ?? { md5Checksum: sum('md5'), sha256Checksum: sum('sha256') };
  sums.set(content, known);
  return known;
}

const problem = (code: number, reason: string) => ({ error: { code, message: reason, errors: [{ reason }] } });
