/**
 * Imports the chats of an export of ChatGPT, Claude or Zo: each once, whole or not at all, however often it is asked
 * for.
 */
import { Injectable } from '@nestjs/common';
import { type Ctx, requirePerson } from '@zo/auth';
import { type Computer, Computers, IMPORTED_BY_USER, isAgentError, toAgentPath } from '@zo/computer-client';
import { Database } from '@zo/db';
import { logger } from '@zo/observability';
import { childOf, type Location, parentOf } from '@zo/proto/location';
import { Semaphore } from '@zo/rpc';
import { chatErrors } from '../../../errors.js';
import type { ImportChats, ImportedChats } from './chat-imports.dto.js';
import { isOfChatGpt, readChatGpt } from './chatgpt.js';
import { isOfClaude, readClaude } from './claude.js';
import { asList, elementsOf, NoListError } from './elements.js';
import { bytesOf, withExportFiles } from './export-files.js';
import { type ImportedChat, Losses } from './imported-chat.js';
import { ImportsRepository } from './imports.repository.js';
import { reportOf } from './import-report.js';
import { isOfZo, readZo } from './zo.js';

const log = logger('chat:imports');
/** Messages that one import adds. */
export const MAX_MESSAGES = 50_000;
const MAX_IMPORTS = 2;
const MAX_REPORTS = 100;

interface Import {
  readonly ctx: Ctx;
  readonly name: string;
  readonly losses: Losses;
  readonly signal: AbortSignal;
  readonly counts: { chats: number; messages: number; known: number; seen: number };
}

@Injectable()
export class ChatImportsService {
  private readonly imports = new Semaphore(MAX_IMPORTS);
  /** Users with an import in this process, so that nobody has all of the places. */
  private readonly importing = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly rows: ImportsRepository,
    private readonly computers: Computers,
  ) {}

  /** @throws chat.not_an_export, chat.export_unreadable, chat.import_running, and what the computer says */
  async import(ctx: Ctx, file: ImportChats, signal: AbortSignal): Promise<ImportedChats> {
    requirePerson(ctx);
    if (file.path.length === 0) throw chatErrors.notAnExport();
    if (this.importing.has(ctx.userId)) throw chatErrors.importRunning();
    this.importing.add(ctx.userId);
    try {
      return await this.importInTurn(ctx, file, signal);
    } finally {
      this.importing.delete(ctx.userId);
    }
  }

  private async importInTurn(ctx: Ctx, file: ImportChats, signal: AbortSignal): Promise<ImportedChats> {
    const done = await this.imports.take(signal);
    try {
      const computer = await this.computers.open(ctx);
      const counts = { chats: 0, messages: 0, known: 0, seen: 0 };
      const job: Import = { ctx, name: file.path.at(-1)!, losses: new Losses(), signal, counts };
      await withExportFiles(computer, { file, signal }, (files) => this.read(job, computer, files));
      if (counts.seen === 0) throw chatErrors.notAnExport();
      const isWorthIt = counts.messages > 0 || job.losses.list.length > 0;
      const report = isWorthIt ? await this.report(job, computer, file).catch(notWritten) : null;
      const { chats, messages, known } = counts;
      const losses = job.losses.list.map(({ what, count }) => ({ what, count }));
      return { chats, messages, known, losses, report };
    } finally {
      done();
    }
  }

  private async read(job: Import, computer: Computer, files: readonly Location[]): Promise<void> {
    const { counts, losses, signal } = job;
    for (const file of files)
      try {
        for await (const text of elementsOf(asList(bytesOf(computer, file, signal)))) {
          signal.throwIfAborted();
          if (counts.messages >= MAX_MESSAGES)
            return losses.add(
              `messages after the first ${MAX_MESSAGES.toLocaleString('en-US')}: import the file again for them`,
            );
          await this.add(job, text);
        }
      } catch (error) {
        if (!(error instanceof NoListError)) throw error;
        losses.add('files that are damaged', file.path.at(-1));
      }
  }

  /** Each chat in a transaction of its own: what was added before an end of this process stays, and is found again. */
  private async add({ ctx, name, losses, counts }: Import, text: string | undefined): Promise<void> {
    if (text === undefined) return losses.add('chats that are too large');
    const chat = chatIn(text, losses);
    if (!chat) return losses.add('chats of an unknown kind');
    counts.seen++;
    if (chat.messages.length === 0) return losses.add('chats without a message', chat.title);
    const added = await this.database.tx(ctx, (tx) => this.rows.add(tx, chat, name));
    counts.messages += added;
    if (added > 0) counts.chats++;
    else counts.known++;
  }

  /** Under the first free name. @returns the name */
  private async report({ name, losses, counts }: Import, computer: Computer, file: Location): Promise<string> {
    const content = Buffer.from(reportOf(name, counts, losses));
    for (let copy = 1; ; copy++) {
      const own = `Import report${copy > 1 ? ` (${copy})` : ''}.md`;
      const path = toAgentPath(childOf(parentOf(file), own));
      try {
        await computer.files.write({
          path,
          content,
          base: { base: { case: 'absent', value: true } },
          createParents: true,
          cause: IMPORTED_BY_USER,
        });
        return own;
      } catch (error) {
        if (copy === MAX_REPORTS || !isAgentError(error, 'staleBase', 'nameTaken', 'isFolder', 'notRegularFile'))
          throw error;
      }
    }
  }
}

/** The chats have come, and what was lost is in the answer as well: without its report an import has not failed. */
function notWritten(error: unknown): null {
  log.warn({ error }, 'the report of an import could not be written');
  return null;
}

function chatIn(text: string, losses: Losses): ImportedChat | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isOfChatGpt(value)) return readChatGpt(value, losses);
  if (isOfClaude(value)) return readClaude(value, losses);
  return isOfZo(value) ? readZo(value, losses) : undefined;
}
