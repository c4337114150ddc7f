import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requireOwner } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Database } from '@zo/db';
import { Invitation } from './invitation.entity.js';
import { InvitationsRepository } from './invitations.repository.js';
import type { InvitationRequest, SignUpMode } from './sign-up.dto.js';

const VALID_DAYS = 14;

/** Sign-up mode and invitations. Only the owner of the installation has access; other users get 404. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly invitations: InvitationsRepository,
    private readonly platform: Platform,
  ) {}

  async list(ctx: Ctx) {
    requireOwner(ctx);
    return this.database.read(ctx, async ({ tx }) => {
      const mode = await this.invitations.mode(tx);
      const invitations = await this.invitations.latest(tx);
      return { mode, invitations: invitations.map((invitation) => this.present(invitation)) };
    });
  }

  async setMode(ctx: Ctx, mode: SignUpMode) {
    requireOwner(ctx);
    await this.database.tx(ctx, async (inner) => {
      await this.invitations.setMode(inner.tx, mode);
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
      await this.invitations.insert(inner.tx, invitation);
      audit(inner, 'invitation.made', { target: invitation.id });
    });
    return this.present(invitation);
  }

  async withdraw(ctx: Ctx, id: string): Promise<void> {
    requireOwner(ctx);
    await this.database.tx(ctx, async (inner) => {
      const removed = await this.invitations.remove(inner.tx, id);
      if (removed) audit(inner, 'invitation.withdrawn', { target: id });
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
