/** Pictures of a page, which Notion gives out for an hour only: they are kept beside the file. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { isServiceError } from '@zo/errors';
import { ComputerFiles } from '../import/computer-files.js';
import { fileNameOf } from '../import/names.js';
import { AppFetch } from '../oauth/app-fetch.js';
import type { Loss } from './losses.js';

const MAX_PICTURES = 50;
const NOT_GIVEN = 'pictures that Notion did not give out, whose links expire';
const BEYOND = `pictures beyond the first ${MAX_PICTURES} of the page, which were not copied and whose links expire`;
const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const PICTURE = /!\[((?:[^\]\\]|\\.)*)\]\((https:\/\/[^\s()<>]+)\)/g;
const FENCE = /^ {0,3}(?:```|~~~)/;
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/svg+xml': '.svg',
};

export interface Page {
  readonly markdown: string;
  /** Where the file of the page will be. */
  readonly folders: readonly string[];
  readonly stem: string;
}

@Injectable()
export class Pictures {
  constructor(
    private readonly app: AppFetch,
    private readonly files: ComputerFiles,
  ) {}

  /**
   * Calls `write` with the text, whose links lead to the copies, and with what could not be had. If it fails, no copy
   * is left.
   * @throws what `files.add` and `write` throw
   */
  async keep<T>(
    ctx: Ctx,
    { page, signal }: { page: Page; signal: AbortSignal },
    write: (markdown: string, losses: readonly Loss[]) => Promise<T>,
  ): Promise<T> {
    const added: { folders: readonly string[]; name: string }[] = [];
    const folder = folderOf(page);
    const isNew = expiringIn(page.markdown).length > 0 && !(await this.files.isThere(ctx, folder));
    try {
      const { markdown, losses } = await this.copied(ctx, { page, signal, added });
      return await write(markdown, losses);
    } catch (error) {
      await this.files.takeBack(ctx, added, isNew ? folder : undefined);
      throw error;
    }
  }

  private async copied(
    ctx: Ctx,
    { page, signal, added }: { page: Page; signal: AbortSignal; added: { folders: readonly string[]; name: string }[] },
  ): Promise<{ markdown: string; losses: Loss[] }> {
    const folders = folderOf(page);
    const links = new Map<string, string>();
    const missing: string[] = [];
    const beyond: string[] = [];
    for (const address of expiringIn(page.markdown)) {
      const isBeyond = links.size >= MAX_PICTURES;
      const found = isBeyond ? undefined : await this.fetch(address, signal);
      if (isBeyond) beyond.push(address);
      else if (!found) missing.push(address);
      else {
        const name = await this.files.add(ctx, { folders, ...found }, signal);
        added.push({ folders, name });
        links.set(address, [folders.at(-1)!, name].map(encodeName).join('/'));
      }
    }
    const markdown = replaced(page.markdown, links);
    return { markdown, losses: [...lossOf(NOT_GIVEN, missing), ...lossOf(BEYOND, beyond)] };
  }

  private async fetch(address: string, signal: AbortSignal) {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const answer = await this.app.fetch(address, { maxBytes: MAX_BYTES, follow: true, signal: limited });
      const ending = ENDINGS[(answer.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()];
      if (!answer.ok || !ending) return void (await answer.body?.cancel());
      const content = Buffer.from(await answer.arrayBuffer());
      const bytes = async function* () {
        yield content;
      };
      return content.length === 0 ? undefined : { name: nameOf(address, ending), size: content.length, bytes: bytes() };
    } catch (error) {
      if (signal.aborted || isServiceError(error, 'imports.stopped')) throw error;
      return undefined;
    }
  }
}

const folderOf = ({ folders, stem }: Page): readonly string[] => [...folders, fileNameOf(`${stem} pictures`)];

/** Each once, in the order of the text. */
function expiringIn(markdown: string): string[] {
  const found = new Set<string>();
  eachLine(markdown, (line) => {
    for (const [, , address] of line.matchAll(PICTURE)) if (isOfNotion(address!)) found.add(address!);
    return line;
  });
  return [...found];
}

const replaced = (markdown: string, links: ReadonlyMap<string, string>): string =>
  eachLine(markdown, (line) =>
    line.replace(PICTURE, (whole, words: string, address: string) => {
      const link = links.get(address);
      return link === undefined ? whole : `![${words}](${link})`;
    }),
  );

/** The lines outside of code. */
function eachLine(markdown: string, change: (line: string) => string): string {
  let isCode = false;
  return markdown
    .split('\n')
    .map((line) => {
      if (FENCE.test(line)) isCode = !isCode;
      return isCode ? line : change(line);
    })
    .join('\n');
}

/** Signed addresses of its store, and its own hosts. */
function isOfNotion(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, searchParams } = new URL(address);
  return (
    searchParams.has('X-Amz-Expires') || /(^|\.)(notion\.so|notion-static\.com|notionusercontent\.com)$/.test(hostname)
  );
}

function nameOf(address: string, ending: string): string {
  const last = new URL(address).pathname.split('/').at(-1)!;
  const words = last.replace(/\.[A-Za-z0-9]{2,5}$/, '');
  const decoded = /%/.test(words) ? decodeSafely(words) : words;
  return fileNameOf(decoded || 'picture', ending);
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Without its query, which is a key to the picture. */
const lossOf = (what: string, missing: readonly string[]): Loss[] =>
  missing.length === 0 ? [] : [{ what, count: missing.length, example: missing[0]!.split('?', 1)[0]!.slice(0, 200) }];
