import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { atCommit, repositoryOf, valuesOf } from '@zo/db';
import { In, IsNull, Not } from 'typeorm';
import { like, query } from '../../../db/sql.js';
import type { Receipt } from '../../../shapes/receipt.js';
import type { ShownFile } from '../../../shapes/shown-file.js';
import type { AnsweredAs } from '../../../shapes/zofile.js';
import type { HistoryMessage } from './history.js';
import { Message } from './message.entity.js';
import { PictureRow } from './picture.entity.js';
import type { RunEnd } from '../../../runs/store/runs.repository.js';

/** A message of a branch. */
export interface BranchMessage extends Omit<Message, 'userId' | 'conversationId' | 'byOthers'> {
  /** Ids of all messages with the same parent, oldest first, including this one. */
  readonly siblings: string[];
}

/** What the model is shown with a message beside its words. */
export interface ShownInput {
  readonly text: string;
  readonly files: readonly ShownFile[];
  readonly pictures: readonly Buffer[];
}

export interface NewExchange {
  readonly conversationId: string;
  readonly asked: Pick<Message, 'id' | 'parentId' | 'text' | 'files' | 'attachments' | 'chats' | 'byOthers'>;
  readonly answer: {
    readonly id: string;
    readonly runId: string;
    readonly model: string;
    readonly zofile: AnsweredAs | null;
  };
}

/** No chat has as many messages. */
const MAX_LENGTH = 1_000_000;
const COLUMNS = `m.id, m.parent_id as "parentId", m.role, m.status, m.text, m.parts, m.model, m.run_id as "runId",
  m.zofile, m.error, m.files, m.attachments, m.chats, m.shown,
  m.receipt, m.created_at as "createdAt"`;

/** Of the message `m`, in the conversation `$2`. */
const SIBLINGS = `(select array_agg(s.id order by s.created_at, s.id) from messages s
  where s.conversation_id = $2 and s.parent_id is not distinct from m.parent_id)`;

/** Marks of Markdown within words, which people do not see. */
const EMPHASIS = ['*', '_', '`'];

/** Walks from a message to the root in one statement; the conversation's id keeps the walk inside the conversation. */
const BRANCH = `with recursive branch as (
    select id, parent_id, 1 as depth from messages where id = $1 and conversation_id = $2
    union all select m.id, m.parent_id, b.depth + 1 from messages m join branch b on m.id = b.parent_id where b.depth < $3)`;

/** The same; without a message, from the last one that is shown. */
const SHOWN_BRANCH = BRANCH.replace('id = $1', 'id = coalesce($1, (select leaf_id from conversations where id = $2))');

const shortened = (zofile: AnsweredAs | null) => zofile && JSON.stringify({ id: zofile.id, name: zofile.name });

@Injectable()
export class MessagesRepository {
  /** Returns at most `limit` messages up to and including `leafId`, newest first, with the ids of their siblings. */
  branch(
    ctx: Ctx,
    { leafId, conversationId, limit }: { leafId: string; conversationId: string; limit: number },
  ): Promise<BranchMessage[]> {
    return query<BranchMessage>(
      ctx,
      `${BRANCH} select ${COLUMNS}, ${SIBLINGS} as siblings
       from branch b join messages m on m.id = b.id order by b.depth`,
      [leafId, conversationId, limit],
    );
  }

  /** Returns at most `limit` messages of all branches that are older than `before`, newest first. */
  page(
    ctx: Ctx,
    { conversationId, before = null, limit }: { conversationId: string; before?: string | null; limit: number },
  ): Promise<BranchMessage[]> {
    return query<BranchMessage>(
      ctx,
      `select ${COLUMNS}, ${SIBLINGS.replaceAll('$2', '$1')} as siblings
       from messages m where m.conversation_id = $1 and ($2::uuid is null or (m.created_at, m.id) <
         (select b.created_at, b.id from messages b where b.id = $2 and b.conversation_id = $1))
       order by m.created_at desc, m.id desc limit $3`,
      [conversationId, before, limit],
    );
  }

  /** Returns the ids of at most `limit` messages of a branch that contain the words, newest first. */
  async find(
    ctx: Ctx,
    { leafId, conversationId, limit }: { leafId: string; conversationId: string; limit: number },
    words: string,
  ): Promise<string[]> {
    const bare = EMPHASIS.reduce((text, mark) => text.replaceAll(mark, ''), words);
    const found = await query<{ id: string }>(
      ctx,
      `${BRANCH} select m.id from branch b join messages m on m.id = b.id
       where m.text ilike $5 or translate(m.text, $6, '') ilike $7 order by b.depth limit $4`,
      [leafId, conversationId, MAX_LENGTH, limit, like(words), EMPHASIS.join(''), bare === '' ? null : like(bare)],
    );
    return found.map(({ id }) => id);
  }

  /**
   * Returns the branch for the model: only the fields it is shown, oldest first. Without a leaf, of the branch that is
   * shown.
   */
  history(
    ctx: Ctx,
    { leafId = null, conversationId, limit }: { leafId?: string | null; conversationId: string; limit: number },
  ): Promise<HistoryMessage[]> {
    return query(
      ctx,
      `${SHOWN_BRANCH} select m.id, m.role, m.text, m.by_program as "byOthers", m.files, m.attachments, m.chats,
         m.model, m.shown_files as "shownFiles", m.shown,
         (select p.part from jsonb_array_elements(m.parts) with ordinality p (part, at)
          where p.part ->> 'type' = 'summary' order by p.at desc limit 1) as summary,
         case when s.steps is null then m.parts else '[]' end as parts, coalesce(s.steps, '[]') as steps
       from branch b join messages m on m.id = b.id
       left join lateral (
         select jsonb_agg(jsonb_build_object('step', s.step, 'content', s.content, 'asked',
           (select coalesce(jsonb_agg(i.asked order by i.seq), '[]')
            from run_inputs i where i.run_id = s.run_id and i.before_step = s.step), 'calls',
           (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'callId', c.call_id, 'tool', c.tool, 'result', c.result)
              order by c.position), '[]')
            from tool_calls c where c.run_id = s.run_id and c.step = s.step)) order by s.step) as steps
         from run_steps s where s.run_id = m.run_id) s on m.status = 'complete'
       order by b.depth desc`,
      [leafId, conversationId, limit],
    );
  }

  /** Returns the id of the conversation that has a message. */
  async conversationOf(ctx: Ctx, id: string): Promise<string | undefined> {
    return (await repositoryOf(ctx, Message).findOneBy({ id, userId: ctx.userId }))?.conversationId;
  }

  /** Returns the newest leaf below `id`, which is shown after switching to a sibling. */
  async newestLeaf(ctx: Ctx, id: string, conversationId: string): Promise<string | undefined> {
    const rows = await query<{ id: string }>(
      ctx,
      `with recursive below as (
         select id, created_at from messages where id = $1 and conversation_id = $2
         union all select m.id, m.created_at from messages m join below b on m.parent_id = b.id)
       select b.id from below b where not exists (select 1 from messages m where m.parent_id = b.id)
         order by b.created_at desc, b.id desc limit 1`,
      [id, conversationId],
    );
    return rows[0]?.id;
  }

  /** Inserts a message and its empty answer together with the commit. */
  insertAtCommit(ctx: Ctx, { conversationId, asked, answer }: NewExchange): void {
    const { zofile } = answer;
    atCommit(
      ctx,
      `insert into messages (id, user_id, conversation_id, parent_id, role, status, text, files, attachments, chats,
         by_program, model, run_id, zofile, created_at)
       values ($1, $2, $3, $4, 'user', 'complete', $5, $6, $7, $8, $9, null, null, null, clock_timestamp()),
         ($10, $2, $3, $1, 'assistant', 'running', '', '[]', '[]', '[]', false, $11, $12, $13,
           clock_timestamp() + interval '1 microsecond')`,
      [
        asked.id,
        ctx.userId,
        conversationId,
        asked.parentId,
        asked.text,
        JSON.stringify(asked.files),
        JSON.stringify(asked.attachments),
        JSON.stringify(asked.chats),
        asked.byOthers,
        answer.id,
        answer.model,
        answer.runId,
        shortened(zofile),
      ],
    );
  }

  /** Inserts an empty answer to a message that is there, together with the commit. */
  insertAnswerAtCommit(
    ctx: Ctx,
    { conversationId, parentId, answer }: Pick<NewExchange, 'conversationId' | 'answer'> & { parentId: string },
  ): void {
    const { id, model, runId, zofile } = answer;
    atCommit(
      ctx,
      `insert into messages (id, user_id, conversation_id, parent_id, role, status, text, files, attachments, chats,
         by_program, model, run_id, zofile, created_at)
       values ($1, $2, $3, $4, 'assistant', 'running', '', '[]', '[]', '[]', false, $5, $6, $7, clock_timestamp())`,
      [id, ctx.userId, conversationId, parentId, model, runId, shortened(zofile)],
    );
  }

  /**
   * Copies a branch into another conversation; returns the id of its last message. The copies name the same runs, whose
   * steps the model is shown, but do not undo them.
   */
  async copyBranch(
    ctx: Ctx,
    { leafId, from, to }: { leafId: string; from: string; to: string },
  ): Promise<string | undefined> {
    const rows = await query<{ id: string }>(
      ctx,
      `${BRANCH}, copies as materialized (select id, parent_id, depth, gen_random_uuid() as copy from branch),
         copied as (insert into messages select (jsonb_populate_record(m, jsonb_build_object(
             'id', c.copy, 'conversation_id', $4::uuid, 'parent_id', p.copy,
             'receipt', case when m.receipt ? 'undo' then m.receipt || '{"undo":"none"}' else m.receipt end))).*
           from copies c join messages m on m.id = c.id left join copies p on p.id = c.parent_id returning id),
         pictured as (insert into pictures (message_id, position, user_id, bytes)
           select c.copy, i.position, i.user_id, i.bytes from copies c join pictures i on i.message_id = c.id)
       select copy as id from copies where depth = 1 and exists (select 1 from copied)`,
      [leafId, from, MAX_LENGTH, to],
    );
    return rows[0]?.id;
  }

  /** Gives the runs of a chat that is deleted to the chats that have copies of their answers. */
  async handOverRuns(ctx: Ctx, conversationId: string): Promise<void> {
    await query(
      ctx,
      `with moved as (
         update runs r set conversation_id = m.conversation_id from messages m
         where m.run_id = r.id and m.user_id = r.user_id and r.conversation_id = $1 and m.conversation_id <> $1
           and r.status not in ('running', 'waiting')
         returning r.id, r.conversation_id)
       update run_inputs i set conversation_id = moved.conversation_id from moved where i.run_id = moved.id`,
      [conversationId],
    );
  }

  /** Stores the end of an answer together with the commit. */
  completeAtCommit(ctx: Ctx, id: string, { status, parts, text, error, receipt }: RunEnd): void {
    atCommit(ctx, 'update messages set status = $2, parts = $3, text = $4, error = $5, receipt = $6 where id = $1', [
      id,
      status,
      JSON.stringify(parts),
      text,
      error ?? null,
      JSON.stringify(receipt),
    ]);
  }

  /** Stores the files in view as the model is shown them, so that it is shown the same later. */
  async setShown(ctx: Ctx, id: string, { text, files, pictures }: ShownInput): Promise<void> {
    await repositoryOf(ctx, Message).update({ id }, valuesOf<Message>({ shownFiles: text, shown: files }));
    await repositoryOf(ctx, PictureRow).delete({ messageId: id });
    for (const [position, bytes] of pictures.entries())
      await repositoryOf(ctx, PictureRow).insert({ messageId: id, position, userId: ctx.userId, bytes });
  }

  /** How many pictures each of these messages has. */
  async countPictures(ctx: Ctx, ids: readonly string[]): Promise<[string, number][]> {
    const sql = 'select message_id as id, count(*)::int as count from pictures where message_id = any($1) group by 1';
    return (await query<{ id: string; count: number }>(ctx, sql, [ids])).map(({ id, count }) => [id, count]);
  }

  /** The pictures of these messages, in order. */
  async pictures(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer[]>> {
    const rows = await repositoryOf(ctx, PictureRow).find({
      where: { messageId: In([...ids]) },
      order: { position: 'ASC' },
    });
    const found = new Map<string, Buffer[]>();
    for (const { messageId, bytes } of rows) found.set(messageId, [...(found.get(messageId) ?? []), bytes]);
    return found;
  }

  /** Marks whether the receipt offers an undo, or has been undone. */
  async setUndo(ctx: Ctx, id: string, undo: Receipt['undo']): Promise<void> {
    await repositoryOf(ctx, Message)
      .createQueryBuilder()
      .update()
      .set({ receipt: () => `jsonb_set(receipt, '{undo}', to_jsonb(:undo::text))` })
      .where({ id, receipt: Not(IsNull()) })
      .setParameters({ undo })
      .execute();
  }
}
