import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Database } from '@zo/db';
import { AdminRepository } from '../admin/admin.repository.js';
import { accountErrors } from '../errors.js';
import { ProgramsService } from '../oauth/programs.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sign-up/sign-up.service.js';
import { hashPassword } from '../users/passwords.js';
import { presentMe } from '../users/user.presenter.js';
import { UsersRepository } from '../users/users.repository.js';
import { addressOfLink, hashOfCode, makeLink } from './link.js';
import type { NewPassword } from './new-password.dto.js';
import { PasswordLinksRepository } from './password-links.repository.js';

/** Lets a person who forgot the password set a new one by a link that only an operator can make. */
@Injectable()
export class NewPasswordService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly links: PasswordLinksRepository,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly programs: ProgramsService,
    private readonly administrators: AdminRepository,
    private readonly platform: Platform,
  ) {}

  /** Makes a link for a person, and records who made it. @throws accounts.handle_unknown */
  async makeLink({ handle, who, why }: { handle: string; who: string; why: string }): Promise<{ url: string }> {
    const { code, ...link } = makeLink();
    await this.database.acrossTenants(async (tx) => {
      const user = await this.users.byHandle(tx, handle);
      if (!user) throw accountErrors.handleUnknown({ handle });
      await this.links.insert(tx, { ...link, userId: user.id });
      await this.administrators.record(tx, { who, why, action: 'password link', subject: { handle } });
    });
    return { url: addressOfLink(this.platform.config.ZO_PUBLIC_URL, code) };
  }

  /**
   * Sets the password, ends all sessions and the programs connected by OAuth, and signs the person in.
   * @throws accounts.password_link_bad
   */
  async set({ code, password }: NewPassword, userAgent: string): Promise<SignedIn> {
    const codeHash = hashOfCode(code);
    const link = await this.database.acrossTenants((tx) => this.links.find(tx, codeHash));
    if (!link) throw accountErrors.passwordLinkBad();
    const passwordHash = await hashPassword(password);
    const ctx: Ctx = { userId: link.userId, actor: 'human', owner: false, requestId: crypto.randomUUID() };
    const { user, ended } = await this.database.tx(ctx, async (tx) => {
      // Of two requests at the same time only one finds it.
      if (!(await this.links.use(tx, codeHash))) throw accountErrors.passwordLinkBad();
      await this.links.removeAll(tx);
      await this.users.update(tx, { passwordHash });
      const sessions = await this.sessions.endOthers(tx);
      const programs = await this.programs.endAll(tx);
      audit(tx, 'password.changed', { target: ctx.userId, sessions_ended: sessions.length, by: 'link' });
      return { user: await this.users.self(tx), ended: [...sessions, ...programs] };
    });
    await this.sessions.tell(ended);
    return { me: presentMe(user, this.platform.config), cookie: await this.sessions.start(user.id, userAgent) };
  }
}
