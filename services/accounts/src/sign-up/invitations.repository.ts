import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Installation, Invitation } from './invitation.entity.js';

const MAX_LISTED = 200;

/** Sign-up mode and invitations, which belong to the installation and to no user. */
@Injectable()
export class InvitationsRepository {
  async mode(tx: EntityManager): Promise<Installation['signUpMode']> {
    return (await tx.findOneByOrFail(Installation, { id: 1 })).signUpMode;
  }

  async setMode(tx: EntityManager, signUpMode: Installation['signUpMode']): Promise<void> {
    await tx.update(Installation, { id: 1 }, { signUpMode });
  }

  /** Newest first. */
  latest(tx: EntityManager): Promise<Invitation[]> {
    return tx.find(Invitation, { order: { createdAt: 'desc' }, take: MAX_LISTED });
  }

  async insert(tx: EntityManager, invitation: Invitation): Promise<void> {
    await tx.insert(Invitation, invitation);
  }

  async remove(tx: EntityManager, id: string): Promise<boolean> {
    return (await tx.delete(Invitation, { id })).affected === 1;
  }

  /** Uses an invitation that is unused, not expired, and for this address; returns its id. */
  async use(
    tx: EntityManager,
    { code, email, userId }: { code: string; email: string; userId: string },
  ): Promise<string | undefined> {
    const { raw } = await tx
      .createQueryBuilder()
      .update(Invitation)
      .set({ usedBy: userId })
      .where('code = :code and used_by is null and expires_at > now()', { code })
      .andWhere('(email is null or email = :email)', { email })
      .returning('id')
      .execute();
    return (raw as { id: string }[])[0]?.id;
  }
}
