import { Injectable } from '@nestjs/common';
import { type Ctx, requirePerson } from '@zo/auth';
import { isServiceError } from '@zo/errors';
import { Semaphore } from '@zo/rpc';
import { z } from 'zod';
import { importErrors } from '../errors.js';
import { ComputerFiles } from '../import/computer-files.js';
import { fileNameOf } from '../import/names.js';
import { lossesOf, type Loss, reportOf } from './losses.js';
import { NotionApi } from './notion-api.js';
import { Pictures } from './pictures.js';
import type { ImportedPage, ImportNotion, NotionPage, NotionPages } from './notion.dto.js';

/** Of 100 each: at three a second these take seven seconds. */
const MAX_LISTS = 20;
const MAX_IMPORTS = 8;
const MAX_MARKDOWN = 16 * 1024 * 1024;
const MAX_TITLE = 2_000;

const richText = z.array(z.looseObject({ plain_text: z.string() })).max(1_000);
const found = z.looseObject({
  object: z.enum(['page', 'data_source', 'database']),
  id: z.string().max(64),
  last_edited_time: z.string().max(40).optional(),
  icon: z.looseObject({ type: z.string(), emoji: z.string().max(40).optional() }).nullish(),
  title: richText.optional(),
  properties: z
    .record(z.string(), z.looseObject({ type: z.string().optional(), title: z.unknown().optional() }))
    .optional(),
  parent: z
    .looseObject({ data_source_id: z.string().max(64).optional(), database_id: z.string().max(64).optional() })
    .optional(),
  in_trash: z.boolean().optional(),
});
const list = z.looseObject({
  results: z.array(found).max(100),
  has_more: z.boolean(),
  next_cursor: z.string().max(4_096).nullable(),
});
const pageText = z.looseObject({
  markdown: z.string().max(MAX_MARKDOWN),
  truncated: z.boolean(),
  unknown_block_ids: z.array(z.string()),
});

@Injectable()
export class NotionService {
  private readonly imports = new Semaphore(MAX_IMPORTS);

  constructor(
    private readonly api: NotionApi,
    private readonly files: ComputerFiles,
    private readonly pictures: Pictures,
  ) {}

  /** IM-03: every page and database that Zo was given access to. @throws imports.notion_failed */
  async list(ctx: Ctx): Promise<NotionPages> {
    requirePerson(ctx);
    try {
      return await this.all(ctx);
    } catch (error) {
      if (!isServiceError(error, 'connections.away') && !isServiceError(error, 'connections.bad_answer')) throw error;
      throw importErrors.notionFailed({}, { cause: error });
    }
  }

  private async all(ctx: Ctx): Promise<NotionPages> {
    const pages = new Map<string, NotionPage>();
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let n = 0; n < MAX_LISTS; n++) {
      const args = { page_size: 100, ...(cursor && { start_cursor: cursor }) };
      const answer = await this.api.call(ctx, list, { ask: (client) => client.search(args) });
      for (const one of answer.results) if (!one.in_trash) pages.set(one.id, present(one));
      cursor = answer.next_cursor ?? undefined;
      // A page that leads back to itself would never end.
      if (!answer.has_more || !cursor || seen.has(cursor))
        return { pages: [...pages.values()], complete: !answer.has_more };
      seen.add(cursor);
    }
    return { pages: [...pages.values()], complete: false };
  }

  /** IM-03: as Markdown, with a report beside it where something could not be kept. @throws imports.*, connections.* */
  async import(ctx: Ctx, request: ImportNotion, signal: AbortSignal): Promise<ImportedPage> {
    requirePerson(ctx);
    const folders = this.files.folders(request.target_path);
    const done = await this.imports.take(signal);
    try {
      const args = { page_id: request.page_id };
      const found = await this.api.call(ctx, pageText, {
        ask: (client) => client.pages.retrieveMarkdown(args),
        signal,
      });
      const { truncated, unknown_block_ids: unknown } = found;
      const name = fileNameOf(request.title, '.md');
      const page = { markdown: found.markdown, folders, stem: name.replace(/\.md$/, '') };
      return await this.pictures.keep(ctx, { page, signal }, async (text, missing) => {
        const losses = [...lossesOf(text, { truncated, unknown: unknown.length }), ...missing];
        return this.write(ctx, { folders, name, text, losses }, signal);
      });
    } catch (error) {
      throw signal.aborted ? importErrors.stopped({}, { cause: error }) : error;
    } finally {
      done();
    }
  }

  /** Without its report a page would look whole: both are written, or none. */
  private async write(
    ctx: Ctx,
    { losses, ...page }: { folders: readonly string[]; name: string; text: string; losses: readonly Loss[] },
    signal: AbortSignal,
  ): Promise<ImportedPage> {
    const { folders } = page;
    const filename = await this.add(ctx, page, signal);
    if (losses.length === 0) return { filename, report: null };
    const name = fileNameOf(`${filename.replace(/\.md$/, '')} - import report`, '.md');
    try {
      return { filename, report: await this.add(ctx, { folders, name, text: reportOf(filename, losses) }, signal) };
    } catch (error) {
      await this.files.takeBack(ctx, [{ folders, name: filename }]);
      throw error;
    }
  }

  private add(
    ctx: Ctx,
    { folders, name, text }: { folders: readonly string[]; name: string; text: string },
    signal: AbortSignal,
  ): Promise<string> {
    const content = Buffer.from(text);
    const bytes = async function* () {
      if (content.length > 0) yield content;
    };
    return this.files.add(ctx, { folders, name, size: content.length, bytes: bytes() }, signal);
  }
}

function present(one: z.infer<typeof found>): NotionPage {
  const isDatabase = one.object !== 'page';
  const named = Object.values(one.properties ?? {}).find(({ type }) => type === 'title')?.title;
  const text = isDatabase ? one.title : richText.safeParse(named).data;
  const title =
    (text ?? [])
      .map(({ plain_text }) => plain_text)
      .join('')
      .slice(0, MAX_TITLE) || 'Untitled';
  const icon = one.icon?.emoji ?? null;
  return {
    id: one.id,
    title,
    renderTitle: icon ? `${icon} ${title}` : title,
    lastEditedTime: one.last_edited_time ?? null,
    icon,
    iconLink: null,
    isDatabase,
    parentDatabaseId: isDatabase ? null : (one.parent?.data_source_id ?? one.parent?.database_id ?? null),
  };
}
