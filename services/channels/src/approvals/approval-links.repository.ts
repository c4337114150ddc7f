import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf, valuesOf } from '@zo/db';
import { type EntityManager, IsNull, LessThan } from 'typeorm';
import { ApprovalLink, type AskChannel, type LinkDecision } from './approval-link.entity.js';

export type NewLink = Pick<ApprovalLink, 'channel' | 'tokenHash' | 'runId' | 'approvalId' | 'argsHash' | 'expiresAt'>;

const MAX_UNTOLD = 50;
const KEPT_MS = 7 * 86_400_000;

@Injectable()
export class ApprovalLinksRepository {
  /** A new token takes the place of one that nobody was sent. False if its user answered, or does not want it. */
  async put(ctx: Ctx, link: NewLink): Promise<string | undefined> {
    const id = crypto.randomUUID();
    const rows = await rowsOf<{ id: string }>(
      ctx.tx!,
      `insert into approval_links (id, user_id, channel, token_hash, run_id, approval_id, args_hash, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (approval_id, channel) do update set token_hash = excluded.token_hash
         where approval_links.decision is null and approval_links.revoked_at is null
       returning id`,
      [id, ctx.userId, link.channel, link.tokenHash, link.runId, link.approvalId, link.argsHash, link.expiresAt],
    );
    return rows[0]?.id;
  }

  /** Of whichever user. */
  byToken(tx: EntityManager, tokenHash: Buffer): Promise<ApprovalLink | null> {
    return tx.findOneBy(ApprovalLink, { tokenHash });
  }

  /** Settles the answer. @returns false if there is one, or none is wanted any more */
  async decide(ctx: Ctx, id: string, answer: { decision: LinkDecision; reply: string | null }): Promise<boolean> {
    const rows = await rowsOf(
      ctx.tx!,
      `update approval_links set decision = $2, reply = $3, decided_at = now()
       where id = $1 and revoked_at is null and expires_at > now() and told_at is null and decision is null
       returning id`,
      [id, answer.decision, answer.reply],
    );
    return rows.length > 0;
  }

  /** Without `counts`, another answer was first. */
  async told(ctx: Ctx, id: string, { counts }: { counts: boolean }): Promise<void> {
    const changes = { toldAt: new Date(), ...(!counts && { decision: null }) };
    await repositoryOf(ctx, ApprovalLink).update({ id, toldAt: IsNull() }, valuesOf<ApprovalLink>(changes));
  }

  /** Those of a channel on which the user is not asked any more. */
  async revoke(ctx: Ctx, channel: AskChannel): Promise<void> {
    const open = { userId: ctx.userId, channel, decision: IsNull(), revokedAt: IsNull() };
    await repositoryOf(ctx, ApprovalLink).update(open, valuesOf<ApprovalLink>({ revokedAt: new Date() }));
  }

  /** Answers of all users, older than this, of which chat was not told. */
  untold(tx: EntityManager, ms: number): Promise<ApprovalLink[]> {
    return tx
      .createQueryBuilder(ApprovalLink, 'link')
      .where('link.decision is not null and link.toldAt is null')
      .andWhere({ decidedAt: LessThan(new Date(Date.now() - ms)) })
      .orderBy('link.decidedAt')
      .take(MAX_UNTOLD)
      .getMany();
  }

  async forgetOld(tx: EntityManager): Promise<void> {
    await tx.delete(ApprovalLink, { expiresAt: LessThan(new Date(Date.now() - KEPT_MS)) });
  }
}
