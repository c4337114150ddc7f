import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf, valuesOf } from '@zo/db';
import { type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm';
import { type Channel, Message, type State } from './message.entity.js';

/** Messages of one user that a process works on at a time. */
const MAX_OF_USER = 3;

export interface Shown {
  readonly channel?: Channel;
  readonly states?: readonly State[];
  readonly before?: { readonly createdAt: Date; readonly id: string };
  readonly limit: number;
}

export interface Claimed {
  readonly id: string;
  readonly userId: string;
}

@Injectable()
export class MessagesRepository {
  /** Latest first. */
  list(ctx: Ctx, { channel, states, before, limit }: Shown): Promise<Message[]> {
    const query = repositoryOf(ctx, Message)
      .createQueryBuilder('message')
      .where('message.userId = :userId', { userId: ctx.userId });
    if (channel) query.andWhere('message.channel = :channel', { channel });
    if (states) query.andWhere({ state: In([...states]) });
    if (before) query.andWhere('(message.createdAt, message.id) < (:createdAt, :id)', { ...before });
    return query.orderBy('message.createdAt', 'DESC').addOrderBy('message.id', 'DESC').take(limit).getMany();
  }

  byId(ctx: Ctx, id: string): Promise<Message | null> {
    return repositoryOf(ctx, Message).findOneBy({ id, userId: ctx.userId });
  }

  byEvent(ctx: Ctx, eventId: string): Promise<Message | null> {
    return repositoryOf(ctx, Message).findOneBy({ eventId, userId: ctx.userId });
  }

  byProvider(ctx: Ctx, providerId: string): Promise<Message | null> {
    return repositoryOf(ctx, Message).findOneBy({ providerId, userId: ctx.userId, direction: 'out' });
  }

  /** The message that a run answers. */
  byRun(ctx: Ctx, runId: string): Promise<Message | null> {
    return repositoryOf(ctx, Message).findOneBy({ runId, userId: ctx.userId, direction: 'in' });
  }

  answersTo(ctx: Ctx, id: string): Promise<Message[]> {
    return repositoryOf(ctx, Message).find({ where: { answersId: id, userId: ctx.userId }, take: 20 });
  }

  /** The chat of the last message with this address, if it was not long ago. */
  async lastConversation(
    ctx: Ctx,
    { channel, peer, since }: { channel: Channel; peer: string; since: Date },
  ): Promise<string | null> {
    const last = await repositoryOf(ctx, Message).findOne({
      where: { userId: ctx.userId, channel, peer, createdAt: MoreThan(since), conversationId: Not(IsNull()) },
      order: { createdAt: 'desc' },
    });
    return last?.conversationId ?? null;
  }

  /** The last one that came from an address. */
  async lastFrom(ctx: Ctx, { channel, peer }: { channel: Channel; peer: string }): Promise<Message | undefined> {
    const [last] = await repositoryOf(ctx, Message).find({
      where: { userId: ctx.userId, channel, peer, direction: 'in' },
      order: { createdAt: 'desc', updateId: 'desc' },
      take: 1,
    });
    return last;
  }

  /** Changes a message that no process has begun to work on. @returns whether it was one */
  async extend(ctx: Ctx, id: string, to: Partial<Message>): Promise<boolean> {
    const found = { id, userId: ctx.userId, state: 'arrived', attempts: 0 } as const;
    const changes = valuesOf<Message>({ ...to, updatedAt: new Date() });
    return (await repositoryOf(ctx, Message).update(found, changes)).affected === 1;
  }

  /**
   * Locks the last message of the same sender before this one that no run has begun for. One that is not worked on any
   * more counts if it came after `given`.
   */
  async lockBefore(
    ctx: Ctx,
    { id, channel, peer, createdAt, updateId }: Message,
    { since, given }: { since: Date; given: Date },
  ): Promise<string | undefined> {
    const [before] = await rowsOf<{ id: string }>(
      ctx.tx!,
      `select id from messages where user_id = $1 and channel = $2 and peer = $3 and direction = 'in'
         and created_at > $4 and (created_at, coalesce(update_id, 0), id) < ($5::timestamptz, coalesce($6::bigint, 0), $8::uuid)
         and (state = 'arrived' and created_at > $7
           or state = 'received' and run_id is null and outcome is null and (next_at is not null or created_at > $7))
       order by created_at desc, update_id desc, id desc limit 1 for update`,
      [ctx.userId, channel, peer, since, createdAt, updateId, given, id],
    );
    return before?.id;
  }

  /** @returns whether any waited for this one */
  async wakeFollowers(ctx: Ctx, id: string, now: Date): Promise<boolean> {
    const changes = valuesOf<Message>({ nextAt: now, followsId: null });
    return (await repositoryOf(ctx, Message).update({ userId: ctx.userId, followsId: id }, changes)).affected !== 0;
  }

  /** How many messages that arrived are in a state. */
  countIn(ctx: Ctx, state: State): Promise<number> {
    return repositoryOf(ctx, Message).countBy({ userId: ctx.userId, state, direction: 'in' });
  }

  /** @returns whether it was not there yet */
  async insert(ctx: Ctx, row: Partial<Message> & Pick<Message, 'id' | 'eventId'>): Promise<boolean> {
    const { identifiers, raw } = await repositoryOf(ctx, Message)
      .createQueryBuilder()
      .insert()
      .values(valuesOf<Message>({ ...row, userId: ctx.userId }))
      .orIgnore()
      .returning('id')
      .execute();
    return identifiers.length > 0 && (raw as unknown[]).length > 0;
  }

  /** Changes a message that is in one of these states. @returns whether it was */
  async move(
    ctx: Ctx,
    id: string,
    { from, to, direction }: { from: readonly State[]; to: Partial<Message>; direction?: Message['direction'] },
  ): Promise<boolean> {
    const found = { id, userId: ctx.userId, state: In([...from]), ...(direction && { direction }) };
    const changes = valuesOf<Message>({ ...to, updatedAt: new Date() });
    return (await repositoryOf(ctx, Message).update(found, changes)).affected === 1;
  }

  /**
   * Notes what became of a piece of a message that leaves; as long as there is news, its process counts as alive.
   * @returns false if another process has the message
   */
  async notePiece(
    ctx: Ctx,
    id: string,
    { piece, what, until }: { piece: number; what: 'begun' | 'sent' | 'refused'; until: Date },
  ): Promise<boolean> {
    const begun = what === 'begun' ? piece : piece + 1;
    const to = {
      begun: { piecesBegun: piece + 1 },
      sent: { piecesSent: piece + 1, attempts: 1 },
      refused: { piecesBegun: piece },
    };
    const found = { id, userId: ctx.userId, state: 'queued', piecesBegun: begun, piecesSent: piece } as const;
    const changes = valuesOf<Message>({ ...to[what], nextAt: until });
    return (await repositoryOf(ctx, Message).update(found, changes)).affected === 1;
  }

  async remove(ctx: Ctx, ids: readonly string[]): Promise<void> {
    await repositoryOf(ctx, Message).delete({ id: In([...ids]), userId: ctx.userId });
  }

  /** When the next message is due that a process may begin which holds these, of all users. */
  async next(tx: EntityManager, held: readonly Claimed[]): Promise<Date | null> {
    const [row] = await rowsOf<{ at: Date | null }>(
      tx,
      `select min(next_at) as at from messages where next_at is not null and id <> all ($1::uuid[])
         and user_id not in (select u from unnest($2::uuid[]) as u group by u having count(*) >= ${MAX_OF_USER})`,
      [held.map(({ id }) => id), held.map(({ userId }) => userId)],
    );
    return row!.at;
  }

  /**
   * Takes messages that are due until `until`, for a process that works on `held`; users take turns. Those that another
   * process holds are left to it.
   */
  claim(
    tx: EntityManager,
    { now, until, held, most }: { now: Date; until: Date; held: readonly Claimed[]; most: number },
  ): Promise<Claimed[]> {
    return rowsOf(
      tx,
      `update messages m set next_at = $2, attempts = m.attempts + 1 from (
         select m.id from (
           select id, (select count(*) from unnest($4::uuid[]) as u where u = user_id) +
             row_number() over (partition by user_id order by next_at, id) as turn
           from messages where next_at <= $1 and id <> all ($3::uuid[])) due
         join messages m on m.id = due.id
         where due.turn <= ${MAX_OF_USER} and m.next_at <= $1
         order by due.turn, m.next_at limit $5 for update of m skip locked) taken
       where m.id = taken.id returning m.id, m.user_id as "userId"`,
      [now, until, held.map(({ id }) => id), held.map(({ userId }) => userId), most],
    );
  }

  /** Holds a message longer, unless what became of it was noted meanwhile. @returns whether it is held */
  async hold(tx: EntityManager, id: string, { since, until }: { since: Date; until: Date }): Promise<boolean> {
    const sql = 'update messages set next_at = $3 where id = $1 and next_at = $2 returning id';
    return (await rowsOf(tx, sql, [id, since, until])).length > 0;
  }

  /** Forgets bytes of all users that are older than this. @returns how many, at most `limit` */
  async forgetRaw(tx: EntityManager, before: Date, limit: number): Promise<number> {
    const rows = await rowsOf(
      tx,
      `update messages set raw_object = null where id in (
         select id from messages where raw_object is not null and created_at < $1 limit $2) returning id`,
      [before, limit],
    );
    return rows.length;
  }

  /** Those of these messages, of all users, whose bytes are kept. */
  async withRaw(tx: EntityManager, ids: readonly string[]): Promise<string[]> {
    const sql = 'select id from messages where id = any($1::uuid[]) and raw_object is not null';
    return (await rowsOf<{ id: string }>(tx, sql, [ids])).map(({ id }) => id);
  }
}
