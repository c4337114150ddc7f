import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, systemCtx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { errors } from '@zo/errors';
import { createHash, randomBytes } from 'node:crypto';
import { LessThan, MoreThan } from 'typeorm';
import { chatErrors } from '../../../errors.js';
import { ChatStore } from '../chat-store.js';
import { presentShared } from './shared-chat.presenter.js';
import { ShareRow } from './share.entity.js';

const DAY_MS = 24 * 60 * 60_000;
const MAX_LINKS = 20;
const MAX_MESSAGES = 400;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Read-only links to a chat, as it was when they were made. */
@Injectable()
export class SharesService {
  constructor(private readonly store: ChatStore) {}

  /** @throws chat.run_active, chat.nothing_to_share, chat.too_many_shares */
  async create(ctx: Ctx, conversationId: string, days: number): Promise<ShareRow & { readonly token: string }> {
    const token = randomBytes(32).toString('base64url');
    return this.store.database.tx(ctx, async (tx) => {
      const conversation = await this.store.conversations.byId(tx, conversationId);
      if (!conversation) throw errors.notFound();
      if (conversation.running) throw chatErrors.runActive();
      if (!conversation.leafId) throw chatErrors.nothingToShare();
      const shares = repositoryOf(tx, ShareRow);
      await shares.delete({ expiresAt: LessThan(new Date()) });
      if ((await shares.countBy({ conversationId })) >= MAX_LINKS) throw chatErrors.tooManyShares();
      const made: ShareRow = {
        id: crypto.randomUUID(),
        userId: ctx.userId,
        hash: hashOf(token),
        conversationId,
        leafId: conversation.leafId,
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + days * DAY_MS),
      };
      await shares.insert(made);
      audit(tx, 'conversation.shared', { target: conversationId, share: made.id, days });
      return { ...made, token };
    });
  }

  /** The links of a chat that still lead to it, newest first. */
  list(ctx: Ctx, conversationId: string): Promise<ShareRow[]> {
    return this.store.database.read(ctx, async (tx) => {
      if (!(await this.store.conversations.byId(tx, conversationId))) throw errors.notFound();
      return repositoryOf(tx, ShareRow).find({
        where: { conversationId, expiresAt: MoreThan(new Date()) },
        order: { createdAt: 'DESC' },
      });
    });
  }

  async revoke(ctx: Ctx, { conversationId, id }: Pick<ShareRow, 'conversationId' | 'id'>): Promise<void> {
    await this.store.database.tx(ctx, async (tx) => {
      const { affected } = await repositoryOf(tx, ShareRow).delete({ id, conversationId });
      if (affected !== 1) throw errors.notFound();
      audit(tx, 'conversation.unshared', { target: conversationId, share: id });
    });
  }

  /** For everybody who has the link. @throws not_found for links that are wrong, revoked or expired alike */
  async open(token: string) {
    const share = await this.store.database.acrossTenants((tx) =>
      tx.getRepository(ShareRow).findOneBy({ hash: hashOf(token), expiresAt: MoreThan(new Date()) }),
    );
    if (!share) throw errors.notFound();
    const { conversationId, leafId } = share;
    return this.store.database.read(systemCtx(share.userId), async (tx) => {
      const conversation = await this.store.conversations.byId(tx, conversationId);
      if (!conversation) throw errors.notFound();
      const query = { leafId, conversationId, limit: MAX_MESSAGES + 1 };
      const newestFirst = await this.store.messages.branch(tx, query);
      return {
        title: conversation.title,
        shared_at: share.createdAt.toISOString(),
        expires_at: share.expiresAt.toISOString(),
        messages: newestFirst.slice(0, MAX_MESSAGES).toReversed().map(presentShared),
        is_cut: newestFirst.length > MAX_MESSAGES,
      };
    });
  }
}
