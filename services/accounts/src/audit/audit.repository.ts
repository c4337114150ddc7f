import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { rowsOf } from '@zo/db';
import type { AuditEntry } from './audit.dto.js';

type Row = Omit<AuditEntry, 'at'> & { readonly at: Date };

// A table of the audit library; the function that appends to it computes the hashes too.
const LATEST = `select seq::float8 as seq, at, service, actor, session_id, action, target, details, encode(hash, 'hex') as hash
  from audit.entry where user_id = $1 and seq < $2 order by seq desc limit $3`;

@Injectable()
export class AuditRepository {
  /** Returns the user's entries before a sequence number, newest first. */
  latest(ctx: Ctx, before: number, limit: number): Promise<Row[]> {
    return rowsOf<Row>(ctx.tx!, LATEST, [ctx.userId, before, limit]);
  }
}
