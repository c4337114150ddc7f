import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AuditAnchors } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database, rowsOf } from '@zo/db';
import { OBJECTS, type ObjectStore } from '@zo/objects';
import type { AuditQuery } from './audit.dto.js';
import { AuditRepository } from './audit.repository.js';

/** S14: shows users their audit log, and anchors the logs of all users. */
@Injectable()
export class AuditService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly anchors: AuditAnchors;

  constructor(
    private readonly database: Database,
    private readonly rows: AuditRepository,
    @Inject(OBJECTS) objects: ObjectStore,
  ) {
    this.anchors = new AuditAnchors((sql, values) => rowsOf(database.dataSource, sql, values), objects);
  }

  onApplicationBootstrap(): void {
    this.anchors.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.anchors.stop();
  }

  async list(ctx: Ctx, { before = Number.MAX_SAFE_INTEGER, limit }: AuditQuery) {
    const rows = await this.database.read(ctx, (tx) => this.rows.latest(tx, before, limit));
    const last = rows.at(-1)?.seq ?? 1;
    return { entries: rows.map((row) => ({ ...row, at: row.at.toISOString() })), next_before: last > 1 ? last : null };
  }
}
