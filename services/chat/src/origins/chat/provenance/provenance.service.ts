import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Computers, isAgentError, toAgentPath } from '@zo/computer-client';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { Actor, type Version, VersionKind } from '@zo/proto/agent/v1';
import { type Location, parseAddress } from '@zo/proto/location';
import { ProvenanceRepository } from './provenance.repository.js';
import { sourcesOf } from './sources.js';

const MAX_VERSIONS = 50;
const TIMEOUT_MS = 10_000;

@Injectable()
export class ProvenanceService {
  constructor(
    private readonly computers: Computers,
    private readonly database: Database,
    private readonly rows: ProvenanceRepository,
  ) {}

  /** Which answer wrote a file last, and from what; null if none did, or its chat is not there any more. */
  async of(ctx: Ctx, address: string) {
    const file = parseAddress(address);
    const { versions, more } = await this.versionsOf(ctx, file);
    const written = versions.filter(isWriting);
    const last = written.findIndex(isOfChat);
    const version = written[last];
    if (!version?.cause) return null;
    const { conversationId } = version.cause;
    const at = new Date(version.atMs);
    const run = await this.database.read(ctx, (tx) => this.rows.makingRun(tx, conversationId, at));
    if (!run) return null;
    return {
      chat: { id: run.id, title: run.title },
      run_id: run.runId,
      at: at.toISOString(),
      was_there:
        more || written.some((each) => each.cause?.conversationId !== conversationId && !isNewer(each, version)),
      changed_since: last > 0,
      ...sourcesOf(run, file),
    };
  }

  /** @throws errors.notFound for what can be no file */
  private async versionsOf(ctx: Ctx, file: Location) {
    const request = { path: toAgentPath(file), limit: MAX_VERSIONS };
    try {
      return await this.computers.read(ctx, (computer) =>
        computer.history.listVersions(request, { timeoutMs: TIMEOUT_MS }),
      );
    } catch (error) {
      throw isAgentError(error, ...NO_FILE) ? errors.notFound({}, { cause: error }) : error;
    }
  }
}

const NO_FILE = ['invalid', 'notFound', 'isFolder', 'notRegularFile', 'linkOutside'] as const;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isWriting = ({ kind }: Version) =>
  ![VersionKind.DELETED, VersionKind.MOVED_AWAY, VersionKind.MOVED_HERE].includes(kind);
const isOfChat = ({ cause }: Version) => cause?.actor === Actor.ASSISTANT && UUID.test(cause.conversationId);
const isNewer = (a: Version, b: Version) => a.seq > b.seq;
