import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { atCommit, findRow, repositoryOf } from '@zo/db';
import { like, query } from '../../../db/sql.js';
import { In } from 'typeorm';
import { joined, type Labels } from '../../../shapes/labels.js';
import { sanitise } from '../../../shapes/parts.js';
import { Conversation, FileLink, labelsOf, waitsSql } from './conversation.entity.js';

const COLUMNS = `c.id, c.user_id as "userId", c.title, c.leaf_id as "leafId", c.total_tokens::float8 as "totalTokens", c.tainted,
  c.rehearses, c.pinned, c.folder, c.created_at as "createdAt", c.updated_at as "updatedAt",
  exists (select 1 from runs r where r.conversation_id = c.id and r.status in ('running', 'waiting')) as running,
  ${waitsSql('c')} as waiting`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Sent with the commit where a message brings the files.
const LINK_FILES =
  'insert into file_links (user_id, conversation_id, address) select $1, $2, unnest($3::text[]) on conflict do nothing';

export interface Cursor {
  readonly at: string;
  readonly id: string;
}

const UNPLACED = { running: false, waiting: false, pinned: false, folder: null };

interface ListFilter {
  readonly q?: string;
  readonly cursor?: Cursor;
  readonly limit: number;
  readonly pinned?: boolean;
  /** Empty: chats in no folder. */
  readonly folder?: string;
}

interface ShownBranch {
  readonly id: string;
  readonly leafId: string;
  readonly title: string | null;
}

type ConversationChanges = Partial<Pick<Conversation, 'title' | 'pinned' | 'folder'>> & { readonly leafId?: string };

@Injectable()
export class ConversationsRepository {
  async create(ctx: Ctx, made: Pick<Conversation, 'id' | 'title' | 'rehearses'>): Promise<Conversation> {
    const conversations = repositoryOf(ctx, Conversation);
    const conversation = conversations.create({ ...made, ...UNPLACED, userId: ctx.userId, leafId: null });
    await conversations.insert(conversation);
    return conversation;
  }

  byId(ctx: Ctx, id: string): Promise<Conversation | null> {
    return findRow(ctx, Conversation, { where: { id } });
  }

  /**
   * Lists newest first. The cursor has microseconds, so that no row is skipped or repeated; a date of JavaScript has
   * none.
   */
  list(ctx: Ctx, { q, cursor, limit, pinned, folder }: ListFilter): Promise<(Conversation & { cursorAt: string })[]> {
    return query(
      ctx,
      `select ${COLUMNS}, to_char(c.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "cursorAt" from conversations c
       where c.user_id = $1 and ($2::text is null or c.title ilike $2)
         and ($3::timestamptz is null or (c.updated_at, c.id) < ($3, $4::uuid))
         and ($6::boolean is null or c.pinned = $6) and ($7::text is null or coalesce(c.folder, '') = $7)
       order by c.updated_at desc, c.id desc limit $5`,
      [ctx.userId, q ? like(q) : null, cursor?.at ?? null, cursor?.id ?? null, limit, pinned ?? null, folder ?? null],
    );
  }

  async update(ctx: Ctx, id: string, { title, leafId, ...places }: ConversationChanges): Promise<Conversation | null> {
    const changes = {
      ...places,
      ...(title !== undefined && { title, updatedAt: () => 'now()' }),
      ...(leafId && { leafId }),
    };
    if (Object.keys(changes).length > 0) await repositoryOf(ctx, Conversation).update({ id }, changes);
    return this.byId(ctx, id);
  }

  folders(ctx: Ctx): Promise<{ name: string; chats: number }[]> {
    return query(
      ctx,
      `select folder as name, count(*)::int as chats from conversations
       where user_id = $1 and folder is not null group by folder order by lower(folder), folder`,
      [ctx.userId],
    );
  }

  /** @returns the ids of the chats that were in the folder */
  async renameFolder(ctx: Ctx, folder: string, to: string | null): Promise<string[]> {
    const moved = await query<{ id: string }>(
      ctx,
      `with moved as (update conversations set folder = $3 where user_id = $1 and folder = $2 returning id)
       select id from moved`,
      [ctx.userId, folder, to],
    );
    return moved.map(({ id }) => id);
  }

  async remove(ctx: Ctx, id: string): Promise<boolean> {
    return (await repositoryOf(ctx, Conversation).delete({ id })).affected === 1;
  }

  /** Adds to what a conversation was shown: parts of one answer may do so at once. */
  async setLabels(ctx: Ctx, id: string, added: Labels): Promise<void> {
    if (isOnlySecret(added)) return atCommit(ctx, 'update conversations set secret = true where id = $1', [id]);
    const conversations = repositoryOf(ctx, Conversation);
    const row = await conversations.findOne({
      where: { id },
      lock: { mode: 'pessimistic_write' },
      loadEagerRelations: false,
    });
    if (!row) return;
    const { tainted, foreign, secret, grantedHosts } = joined(labelsOf(row), added);
    const foreignSources = sanitise([...foreign]);
    await conversations.update({ id }, { tainted, foreignSources, secret, grantedHosts: [...grantedHosts] });
  }

  /** Those of these ids that are not known to have been shown only what their user wrote. */
  async tainted(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const isId = (id: string) => UUID.test(id);
    const clean = await repositoryOf(ctx, Conversation).find({
      select: { id: true },
      where: { id: In(ids.filter(isId)), tainted: false },
      loadEagerRelations: false,
    });
    const known = new Set(clean.map(({ id }) => id));
    return new Set(ids.filter((id) => !known.has(id)));
  }

  /** Sends with the commit: the labels that a message brings; after the conversation itself. */
  labelAtCommit(ctx: Ctx, id: string, { tainted, foreign }: Labels): void {
    const sources = JSON.stringify(sanitise([...foreign]));
    atCommit(ctx, 'update conversations set tainted = $2, foreign_sources = $3::jsonb where id = $1', [
      id,
      tainted,
      sources,
    ]);
  }

  addTokensAtCommit(ctx: Ctx, id: string, tokens: number): void {
    const sql = 'update conversations set total_tokens = total_tokens + $2, updated_at = now() where id = $1';
    atCommit(ctx, sql, [id, tokens]);
  }

  /** Sends with the commit: creates a conversation that shows the branch which ends in `leafId`. */
  insertAtCommit(ctx: Ctx, { id, leafId, title, rehearses }: ShownBranch & Pick<Conversation, 'rehearses'>): void {
    const sql = 'insert into conversations (id, user_id, title, leaf_id, rehearses) values ($1, $2, $3, $4, $5)';
    atCommit(ctx, sql, [id, ctx.userId, title, leafId, rehearses]);
  }

  /**
   * Shows the branch that ends in `leafId`, unless `before` is not the one that is shown. An existing title is kept.
   */
  async moveOn(
    ctx: Ctx,
    { id, leafId, title, before }: ShownBranch & { readonly before: string | null },
  ): Promise<boolean> {
    const sql = `update conversations set updated_at = now(), leaf_id = $2, title = coalesce(title, $3)
      where id = $1 and leaf_id is not distinct from $4 returning id`;
    return (await query(ctx, sql, [id, leafId, title, before])).length === 1;
  }

  /** Searches titles and messages in one statement; returns one hit per chat, newest first. */
  search(ctx: Ctx, q: string, limit: number): Promise<(Conversation & { text: string })[]> {
    return query(
      ctx,
      `select ${COLUMNS}, hit.text from conversations c
       join lateral (select m.text from messages m
         where m.conversation_id = c.id and m.text ilike $2 order by m.created_at desc limit 1) hit on true
       where c.user_id = $1
       union all
       select ${COLUMNS}, '' as text from conversations c where c.user_id = $1 and c.title ilike $2
         and not exists (select 1 from messages m where m.conversation_id = c.id and m.text ilike $2)
       order by "updatedAt" desc limit $3`,
      [ctx.userId, like(q), limit],
    );
  }

  byFile(ctx: Ctx, address: string, limit: number): Promise<Conversation[]> {
    return repositoryOf(ctx, Conversation)
      .createQueryBuilder('c')
      .innerJoin(FileLink, 'l', 'l.conversationId = c.id')
      .where({ userId: ctx.userId })
      .andWhere('l.userId = c.userId and l.address = :address', { address })
      .orderBy('c.updatedAt', 'DESC')
      .limit(limit)
      .getMany();
  }

  async linkFiles(ctx: Ctx, id: string, addresses: readonly string[]): Promise<void> {
    await query(ctx, LINK_FILES, [ctx.userId, id, addresses]);
  }

  async copyLinks(ctx: Ctx, { from, to }: { from: string; to: string }): Promise<void> {
    await query(
      ctx,
      `insert into file_links (user_id, conversation_id, address)
       select user_id, $2, address from file_links where conversation_id = $1`,
      [from, to],
    );
  }

  linkFilesAtCommit(ctx: Ctx, id: string, addresses: readonly string[]): void {
    if (addresses.length > 0) atCommit(ctx, LINK_FILES, [ctx.userId, id, addresses]);
  }

  /** Moves the links of a file, or of a folder and everything below it, in one statement. Idempotent. */
  async moveLinks(ctx: Ctx, { from, to }: { from: string; to: string }): Promise<void> {
    await query(
      ctx,
      `with gone as (delete from file_links where user_id = $1 and (address = $2 or starts_with(address, $2 || '/'))
       returning conversation_id, address)
       insert into file_links (user_id, conversation_id, address)
       select $1, conversation_id, $3 || substr(address, length($2) + 1) from gone on conflict do nothing`,
      [ctx.userId, from, to],
    );
  }

  async dropLinks(ctx: Ctx, address: string): Promise<void> {
    await repositoryOf(ctx, FileLink)
      .createQueryBuilder()
      .delete()
      .where({ userId: ctx.userId })
      .andWhere(`(address = :address or starts_with(address, :address || '/'))`, { address })
      .execute();
  }
}

const isOnlySecret = ({ tainted, foreign, secret, grantedHosts }: Labels): boolean =>
  secret && !tainted && foreign.length === 0 && grantedHosts.length === 0;
