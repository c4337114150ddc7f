import { Injectable } from '@nestjs/common';
import { Kind as EntryKind, type Entry } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import { agentErrorOf, type Computer, Computers } from '@zo/computer-client';
import { isServiceError } from '@zo/errors';
import type { AnyLocation } from '@zo/proto/location';
import { segments } from '@zo/http';
import { fileErrors, fileError } from '../errors.js';
import { pathOnItsAgent } from '@zo/computer-client';
import { childOf, isOnComputer } from '@zo/proto/location';
import { displayPath } from '../paths.js';
import { MAX_SITE_CONFIG_BYTES, parseSiteConfig, SITE_CONFIG, type SiteConfig } from '../sites/site.js';
import { readPage } from '../tree/listing.service.js';
import { isTextKind, kindOf } from '@zo/proto/file-kind';
import { readSheets } from './sheets.js';
import { type OpenFile, presentError, presentFile, presentFolder } from './open-file.presenter.js';

/** Maximum entries of a folder in one response; `next` continues the listing. */
const MAX_ITEMS = 5_000;
/** Text and workbooks up to this size are included; viewers read larger files in ranges. */
const MAX_CONTENT = 8 * 1024 * 1024;
/** Errors that are returned as data: the entry exists or existed but cannot be shown. */
const UNSHOWABLE = new Set(['files.not_found', 'files.not_regular', 'files.not_permitted', 'files.link_outside']);
const HOME = /^\/home\/([^/]+)\/(workspace|sites)(?:\/(.*))?$/s;

interface ReadOptions {
  /** The last entry that the client has of a folder. */
  readonly after?: string;
  /** Includes the rows of tables. */
  readonly tables?: boolean;
}
type Opened = ReadOptions & { readonly entry: Entry };

@Injectable()
export class OpenFileService {
  constructor(private readonly computers: Computers) {}

  /**
   * FT-01: returns a folder with its first entries (after `after`), or a file with its text or its tables. If it cannot
   * be shown, `error` says why.
   */
  async read(ctx: Ctx, location: AnyLocation, options: ReadOptions = {}): Promise<OpenFile> {
    try {
      return await this.computers.read(ctx, (computer) => this.open(computer, location, options), location.root);
    } catch (error) {
      const failure = fileError(error, displayPath(location));
      if (isServiceError(failure) && UNSHOWABLE.has(failure.code)) return presentError(location, failure.detail);
      throw failure;
    }
  }

  /** FT-16: opens an absolute path as used by programs on the computer. @throws files.outside_home */
  async readAbsolute(ctx: Ctx, absolutePath: string): Promise<OpenFile> {
    const [, handle, folder, rest] = HOME.exec(absolutePath) ?? [];
    if (handle === undefined) throw fileErrors.outsideHome();
    const path = (rest ?? '').split('/').filter((part) => part !== '');
    const parsed = segments.safeParse(path);
    if (!parsed.success) throw fileErrors.outsideHome();
    const { at: computer } = await this.computers.open(ctx);
    if (computer.handle !== handle) throw fileErrors.outsideHome();
    return this.read(ctx, { root: folder === 'sites' ? 's' : 'w', path });
  }

  private async open(computer: Computer, location: AnyLocation, options: ReadOptions): Promise<OpenFile> {
    const { entry } = await computer.files.stat({ path: pathOnItsAgent(location) });
    if (!entry) throw fileErrors.notFound({ path: displayPath(location) });
    if (entry.kind === EntryKind.DIRECTORY) return this.openFolder(computer, location, { entry, ...options });
    if (entry.kind !== EntryKind.FILE) throw fileErrors.notRegular({ path: displayPath(location) });
    return this.openFile(computer, location, { entry, ...options });
  }

  private async openFolder(
    computer: Computer,
    location: AnyLocation,
    { entry, after = '' }: Opened,
  ): Promise<OpenFile> {
    const page = await readPage(computer, location, { limit: MAX_ITEMS, after });
    const config = page.entries.find(({ name, kind }) => name === SITE_CONFIG && kind === EntryKind.FILE);
    const zoSiteConfig = config ? await readSiteConfig(computer, childOf(location, SITE_CONFIG)) : null;
    return presentFolder(location, { entry, ...page, zoSiteConfig });
  }

  private async openFile(
    computer: Computer,
    location: AnyLocation,
    { entry, tables = true }: Opened,
  ): Promise<OpenFile> {
    const named = kindOf(entry.name);
    const readableSize = entry.size <= BigInt(MAX_CONTENT);
    if (!readableSize || (!isTextKind(named) && named !== 'unknown')) {
      const hasSheets = tables && readableSize && named === 'excel' && isOnComputer(location);
      const sheets = hasSheets ? await readSheets(computer, location) : null;
      return presentFile(location, { entry, kind: named, content: null, tables, sheets });
    }
    const { content, version } = await computer.files.read({
      path: pathOnItsAgent(location),
      maxBytes: BigInt(MAX_CONTENT),
    });
    const text = asText(content);
    const kind = text === null ? 'binary' : named === 'unknown' ? 'textual' : named;
    // Size and time of the bytes that were read, not those of the earlier stat.
    const seen = version ? { ...entry, size: version.size, mtimeMs: version.mtimeMs } : entry;
    return presentFile(location, { entry: seen, kind, content: text, hash: version?.hash, tables });
  }
}

/** Returns null for a missing, oversized or invalid config, so that the folder can still be shown. */
async function readSiteConfig(computer: Computer, location: AnyLocation): Promise<SiteConfig | null> {
  const read = await computer.files
    .read({ path: pathOnItsAgent(location), maxBytes: BigInt(MAX_SITE_CONFIG_BYTES) })
    .catch((error: unknown) => {
      if (agentErrorOf(error)) return undefined;
      throw error;
    });
  const text = read && read.content.length <= MAX_SITE_CONFIG_BYTES ? asText(read.content) : null;
  return text === null ? null : parseSiteConfig(text);
}

/** Decodes UTF-8; null for any other bytes, so that saving can never corrupt a file that was not decoded. */
function asText(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, 8_192).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
