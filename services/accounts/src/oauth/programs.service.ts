import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, owned, requirePerson } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Database } from '@zo/db';
import { SessionsService } from '../sessions/sessions.service.js';
import { presentProgram } from './oauth.dto.js';
import { OAuthRepository } from './oauth.repository.js';

/** Grants of one user. */
export const MAX_PROGRAMS = 50;

/** The programs that a user has connected by OAuth. Programs themselves neither see nor change them. */
@Injectable()
export class ProgramsService {
  private readonly site: URL;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly oauth: OAuthRepository,
    private readonly sessions: SessionsService,
    platform: Platform,
  ) {
    this.site = new URL(platform.config.ZO_PUBLIC_URL);
  }

  async list(ctx: Ctx) {
    requirePerson(ctx);
    const grants = await this.database.read(ctx, (tx) => this.oauth.grants(tx, MAX_PROGRAMS));
    return { programs: grants.map((grant) => presentProgram(grant, this.site)) };
  }

  /** Takes effect at once: open answers of the program end too. */
  async disconnect(ctx: Ctx, id: string): Promise<void> {
    requirePerson(ctx);
    await this.database.tx(ctx, async (tx) => {
      const grant = owned(ctx, await this.oauth.grantToChange(tx, { id }));
      await this.oauth.removeGrants(tx, [grant.id]);
      audit(tx, 'program.ended', { target: grant.id, why: 'disconnected' });
    });
    await this.sessions.tell([id]);
  }

  /**
   * Ends everything that programs were allowed, in the context's transaction. Call `SessionsService.tell` with the
   * returned ids after the commit.
   */
  async endAll(ctx: Ctx): Promise<string[]> {
    const ids = await this.oauth.allGrants(ctx);
    await this.oauth.removeCodes(ctx);
    await this.oauth.removeGrants(ctx, ids);
    for (const id of ids) audit(ctx, 'program.ended', { target: id, why: 'signed_out' });
    return ids;
  }
}
