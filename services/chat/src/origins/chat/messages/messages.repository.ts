import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { atCommit } from '@zo/db';
import { query } from '../../../db/sql.js';
import type { HistoryMessage } from './history.js';
import type { Part, Receipt, RunStatus } from '../../../shapes/parts.js';
import type { ModelSettings } from '../../../models/models.dto.js';
import { workerId } from '../../../runs/store/worker-id.js';

export interface FileRef {
  readonly id: string;
  readonly path: string;
}

export interface Attachment {
  readonly id: string;
  readonly kind: 'text';
  readonly title: string;
  readonly content: string;
  readonly lineCount: number;
  readonly charCount: number;
  readonly createdAt: string;
}

export interface Message {
  readonly id: string;
  readonly parentId: string | null;
  readonly role: 'user' | 'assistant';
  readonly status: RunStatus | 'complete';
  readonly text: string;
  readonly parts: Part[];
  readonly model: string | null;
  readonly runId: string | null;
  readonly error: string | null;
  readonly files: FileRef[];
  readonly attachments: Attachment[];
  readonly receipt: Receipt | null;
  readonly createdAt: Date;
  /** All messages with the same parent, oldest first, this one included. */
  readonly siblings: string[];
}

export interface NewExchange {
  readonly conversationId: string;
  readonly isNew: boolean;
  readonly title: string | null;
  readonly parentId: string | null;
  readonly userMessageId: string;
  readonly answerId: string;
  readonly runId: string;
  readonly text: string;
  readonly files: readonly FileRef[];
  readonly attachments: readonly Attachment[];
  readonly addresses: readonly string[];
  readonly model: string;
  readonly settings: ModelSettings;
  readonly leaseMs: number;
}

const COLUMNS = `m.id, m.parent_id as "parentId", m.role, m.status, m.text, m.parts, m.model, m.run_id as "runId", m.error, m.files, m.attachments,
  m.receipt, m.created_at as "createdAt"`;

/** Walks from a message to the root; the id of the conversation keeps the walk inside it. */
const BRANCH = `with recursive branch as (
    select id, parent_id, 1 as depth from messages where id = $1 and conversation_id = $2
    union all select m.id, m.parent_id, b.depth + 1 from messages m join branch b on m.id = b.parent_id where b.depth < $3)`;

@Injectable()
export class MessagesRepository {
  /** At most `limit` messages up to and including `leafId`, newest first, with the ids of their siblings. */
  branch(
    ctx: Ctx,
    { leafId, conversationId, limit }: { leafId: string; conversationId: string; limit: number },
  ): Promise<Message[]> {
    return query<Message>(
      ctx,
      `${BRANCH} select ${COLUMNS},
         (select array_agg(s.id order by s.created_at, s.id) from messages s
          where s.conversation_id = $2 and s.parent_id is not distinct from m.parent_id) as siblings
       from branch b join messages m on m.id = b.id order by b.depth`,
      [leafId, conversationId, limit],
    );
  }

  /** The same for the model: only what it is shown, oldest first. */
  history(
    ctx: Ctx,
    { leafId, conversationId, limit }: { leafId: string; conversationId: string; limit: number },
  ): Promise<(HistoryMessage & { status: string })[]> {
    return query(
      ctx,
      `${BRANCH} select m.id, m.role, m.text, m.parts, m.files, m.attachments, m.status from branch b join messages m on m.id = b.id order by b.depth desc`,
      [leafId, conversationId, limit],
    );
  }

  async byId(
    ctx: Ctx,
    id: string,
    conversationId: string,
  ): Promise<{ id: string; parentId: string | null; role: string } | undefined> {
    const sql = 'select id, parent_id as "parentId", role from messages where id = $1 and conversation_id = $2';
    return (await query<{ id: string; parentId: string | null; role: string }>(ctx, sql, [id, conversationId]))[0];
  }

  /** The newest message below `id`: what switching to a sibling shows. */
  async newestLeaf(ctx: Ctx, id: string, conversationId: string): Promise<string | undefined> {
    const rows = await query<{ id: string }>(
      ctx,
      `with recursive below as (
         select id, created_at from messages where id = $1 and conversation_id = $2
         union all select m.id, m.created_at from messages m join below b on m.parent_id = b.id)
       select b.id from below b where not exists (select 1 from messages m where m.parent_id = b.id) order by b.created_at desc, b.id desc limit 1`,
      [id, conversationId],
    );
    return rows[0]?.id;
  }

  /** Message, empty answer, run with its first event and links: one statement, on its way with the commit. */
  insertExchange(ctx: Ctx, x: NewExchange): void {
    atCommit(
      ctx,
      `with conversation as (insert into conversations (id, user_id, title, leaf_id) select $1::uuid, $2::uuid, $3::text, $6::uuid where $4::boolean returning id),
         touched as (update conversations set updated_at = now(), leaf_id = $6, title = coalesce(title, $3::text) where id = $1::uuid and not $4::boolean returning id),
         asked as (insert into messages (id, user_id, conversation_id, parent_id, role, status, text, files, attachments)
           values ($5, $2, $1, $7, 'user', 'complete', $8, $9, $10)),
         answer as (insert into messages (id, user_id, conversation_id, parent_id, role, status, model, run_id, created_at)
           values ($6, $2, $1, $5, 'assistant', 'running', $11, $12, clock_timestamp() + interval '1 microsecond')),
         run as (insert into runs (id, user_id, conversation_id, message_id, status, model, settings, owner, lease_owner, lease_until)
           values ($12, $2, $1, $6, 'running', $11, $13, $14, $15, now() + make_interval(secs => $16::float8 / 1000))),
         begun as (insert into run_events (run_id, seq, user_id, type, data) values ($12, 1, $2, 'run.started', $17))
       insert into file_links (user_id, conversation_id, address) select $2::uuid, $1::uuid, unnest($18::text[]) on conflict do nothing`,
      [
        x.conversationId,
        ctx.userId,
        x.title,
        x.isNew,
        x.userMessageId,
        x.answerId,
        x.parentId,
        x.text,
        JSON.stringify(x.files),
        JSON.stringify(x.attachments),
        x.model,
        x.runId,
        JSON.stringify(x.settings),
        ctx.owner,
        workerId,
        x.leaseMs,
        JSON.stringify({ message_id: x.answerId, model: x.model }),
        x.addresses,
      ],
    );
  }

  async activeRun(
    ctx: Ctx,
    conversationId: string,
  ): Promise<{ id: string; messageId: string; status: RunStatus } | undefined> {
    const sql = `select id, message_id as "messageId", status from runs where conversation_id = $1 and status in ('running', 'waiting')`;
    return (await query<{ id: string; messageId: string; status: RunStatus }>(ctx, sql, [conversationId]))[0];
  }
}
