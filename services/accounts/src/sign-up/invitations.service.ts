import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requireOwner } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Database } from '@zo/db';
import { Installation, Invitation } from './invitation.entity.js';
import type { InvitationRequest, SignUpMode } from './sign-up.dto.js';

const VALID_DAYS = 14;

/** Sign-up mode and invitations. Only the owner of the installation has access; other users get 404. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly platform: Platform,
  ) {}

  async list(ctx: Ctx) {
    requireOwner(ctx);
    return this.database.read(ctx, async ({ tx }) => {
      const { signUpMode } = await tx.findOneByOrFail(Installation, { id: 1 });
      const invitations = await tx.find(Invitation, { order: { createdAt: 'desc' }, take: 200 });
      return { mode: signUpMode, invitations: invitations.map((invitation) => this.present(invitation)) };
    });
  }

  async setMode(ctx: Ctx, mode: SignUpMode) {
    requireOwner(ctx);
    await this.database.tx(ctx, async (inner) => {
      await inner.tx.update(Installation, { id: 1 }, { signUpMode: mode });
      audit(inner, 'sign_up_mode.changed', { target: 'installation', mode });
    });
    return { mode };
  }

  async invite(ctx: Ctx, request: InvitationRequest) {
    requireOwner(ctx);
    const invitation = Object.assign(new Invitation(), {
      id: crypto.randomUUID(),
      code: randomBytes(15).toString('base64url'),
      email: request.email ?? null,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + VALID_DAYS * 86_400_000),
      usedBy: null,
    });
    await this.database.tx(ctx, async (inner) => {
      await inner.tx.insert(Invitation, invitation);
      audit(inner, 'invitation.made', { target: invitation.id });
    });
    return this.present(invitation);
  }

  async withdraw(ctx: Ctx, id: string): Promise<void> {
    requireOwner(ctx);
    await this.database.tx(ctx, async (inner) => {
      const { affected } = await inner.tx.delete(Invitation, { id });
      if (affected) audit(inner, 'invitation.withdrawn', { target: id });
    });
  }

  private present(invitation: Invitation) {
    return {
      id: invitation.id,
      code: invitation.code,
      email: invitation.email,
      url: `${this.platform.config.ZO_PUBLIC_URL}/signup?invitation=${invitation.code}`,
      created_at: invitation.createdAt.toISOString(),
      expires_at: invitation.expiresAt.toISOString(),
      used_by: invitation.usedBy,
    };
  }
}
