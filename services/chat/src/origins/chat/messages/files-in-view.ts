/** Reads the files of a message for the model, and finds out whose text they hold. */
import { Injectable } from '@nestjs/common';
import { Computers } from '@zo/computer-client';
import { McpServersService } from '../../../mcp/mcp-servers.service.js';
import { sourcesOfText } from '../../../runs/gate/provenance.js';
import type { ContextOptions, FileInView } from '../../../runs/ports/origin.js';
import { conversationIdOf } from '../../../runs/ports/snapshots.js';
import { agentCtx } from '../../../runs/store/agent-ctx.js';
import type { Run } from '../../../runs/store/runs.repository.js';
import type { Source } from '../../../shapes/labels.js';
import type { ShownFile } from '../../../shapes/shown-file.js';
import { filesOfPrograms } from '../../../tools/files/paths.js';
import { type Closing, PictureBox, ROOM_OF_MESSAGE } from '../../../tools/files/pictures.js';
import { ChatStore } from '../chat-store.js';
import { asPasted, type Excerpt, readExcerpts, type SeenExcerpts } from './excerpts.js';
import { readContext } from './file-context.js';

export interface SeenFiles {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly read: readonly FileInView[];
  readonly shown: readonly ShownFile[];
  readonly pictures: readonly Buffer[];
}

export const NOTHING_SEEN: SeenFiles = { text: '', sources: [], read: [], shown: [], pictures: [] };

@Injectable()
export class FilesInView {
  constructor(
    private readonly store: ChatStore,
    private readonly computers: Computers,
    private readonly servers: McpServersService,
  ) {}

  async inView(run: Run, named: readonly { path: string }[], { signal, sees }: ContextOptions): Promise<SeenFiles> {
    signal.throwIfAborted();
    const ctx = agentCtx(run);
    const conversationId = conversationIdOf(run);
    try {
      return await this.computers.read(ctx, async (computer) => {
        const closing = computer.at.canClose ? this.closing(run) : async () => undefined;
        const box = sees ? new PictureBox(computer, { conversationId, closing, room: ROOM_OF_MESSAGE }) : undefined;
        const seen = await readContext(computer, named, box);
        const question = { ...this.questionOf(run), isStrict: computer.at.canClose ?? false };
        const files = seen.read.map(({ path }) => path);
        const sources = await sourcesOfText(computer, seen.text, { ...question, files });
        return { ...seen, sources, pictures: box?.pictures ?? [] };
      });
    } catch {
      const names = named.map(({ path }) => path).join(', ');
      const text = `The person has these files in view, but the computer cannot be reached right now to read them: ${names}`;
      const note = 'The computer could not be reached.';
      return { ...NOTHING_SEEN, text, shown: named.map(({ path }) => ({ path, as: 'named', note, tokens: 0 })) };
    }
  }

  /** Where the parts of files came from; without the computer they count as pasted. */
  async excerpts(run: Run, excerpts: readonly Excerpt[], signal: AbortSignal): Promise<SeenExcerpts> {
    signal.throwIfAborted();
    try {
      return await this.computers.read(agentCtx(run), (computer) => {
        const question = { ...this.questionOf(run), isStrict: computer.at.canClose ?? false };
        return readExcerpts(computer, excerpts, question);
      });
    } catch {
      return { sources: excerpts.map(asPasted), files: [] };
    }
  }

  private questionOf(run: Run) {
    const ctx = agentCtx(run);
    return {
      conversationId: conversationIdOf(run),
      tainted: (ids: readonly string[]) =>
        this.store.database.read(ctx, (tx) => this.store.conversations.tainted(tx, ids)),
    };
  }

  private closing(run: Run): Closing {
    const ctx = agentCtx(run);
    return async () => {
      const commandId = crypto.randomUUID();
      const asked = { commandId, conversationId: conversationIdOf(run), closed: true, grantedHosts: [] };
      const begun = await this.computers.beginCommand(ctx, asked);
      if (!begun?.closedTicket) throw new Error('the computer cannot close a command right now');
      const end = async () => void (await this.computers.endCommand(ctx, commandId).catch(() => undefined));
      const programs = filesOfPrograms((await this.servers.open(ctx)).commands);
      return { closedTicket: begun.closedTicket, programs, end };
    };
  }
}
