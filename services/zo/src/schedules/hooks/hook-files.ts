/** Writes what calls and mails brought into the workspace, when their runs start. */
import { ConnectError } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { type AgentErrorReason, Computers, IMPORTED_BY_USER, isAgentError, toAgentPath } from '@zo/computer-client';
import { Database } from '@zo/db';
import { AgentErrorSchema } from '@zo/proto/agent/v1';
import { parseAddress } from '@zo/proto/location';
import { scheduleErrors } from '../../errors.js';
import type { Occurrence } from '../history/occurrence.entity.js';
import { HooksRepository } from './hooks.repository.js';

const PLACES = { webhook: 'Hooks', mail: 'Mail' } as const;

/** Later it may go well. */
const PASSING: readonly AgentErrorReason[] = ['unavailable', 'interrupted', 'timedOut', 'limitReached', 'unexpected'];

/** The workspace refused it; a computer that cannot be woken has another error. */
const isOfAgent = (error: unknown): boolean =>
  error instanceof ConnectError && error.findDetails(AgentErrorSchema).length > 0;

interface Brought {
  readonly kind: keyof typeof PLACES;
  readonly dueAt: Date;
  /** SHA-256 of it. */
  readonly content: string;
}

/** `w/Hooks/New orders/2026-11-26 09.15.02 3f1c9a2e.txt` */
export function bodyPathOf(title: string, { kind, dueAt, content }: Brought): string {
  const folder =
    title
      .replaceAll(/[/\\\u0000-\u001f\u007f]+/g, ' ')
      .replace(/^[. ]+/, '')
      .trim() || 'Untitled';
  const time = dueAt.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return `w/${PLACES[kind]}/${folder.slice(0, 60).trim().toWellFormed()}/${time} ${content.slice(0, 8)}.txt`;
}

@Injectable()
export class HookFiles {
  constructor(
    private readonly database: Database,
    private readonly computers: Computers,
    private readonly hooks: HooksRepository,
  ) {}

  /**
   * Once: a second call finds it done. Wakes the computer.
   * @throws schedules.not_written where the workspace does not take it: trying again would change nothing
   */
  async write(ctx: Ctx, occurrence: Occurrence): Promise<void> {
    const { cause } = occurrence;
    if (!cause || cause.kind === 'file' || cause.path === null) return;
    const found = await this.database.read(ctx, (tx) => this.hooks.body(tx, occurrence));
    if (!found) return;
    const request = {
      path: toAgentPath(parseAddress(cause.path)),
      content: new Uint8Array(found.body),
      base: { base: { case: 'absent' as const, value: true } },
      createParents: true,
      cause: IMPORTED_BY_USER,
    };
    await this.computers
      .use(ctx, ({ files }) => files.write(request))
      .catch((error: unknown) => {
        // Written before, by a call that ended before it could say so.
        if (isAgentError(error, 'nameTaken', 'staleBase')) return;
        if (!isOfAgent(error) || isAgentError(error, ...PASSING)) throw error;
        throw scheduleErrors.notWritten({ path: cause.path!.replace(/^w\//, '') });
      });
    await this.database.tx(ctx, (tx) => this.hooks.dropBody(tx, occurrence));
  }
}
