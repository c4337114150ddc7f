import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requireOwner, requirePerson } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Database } from '@zo/db';
import { accountErrors } from '../errors.js';
import { ProgramsService } from '../oauth/programs.service.js';
import type { OnboardingStep } from '../onboarding/onboarding.dto.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { Settings, SettingsPatch, Theme } from '../settings/settings.dto.js';
import { Attempts } from '../sign-up/attempts.js';
import { hashPassword, passwordMatches } from './passwords.js';
import type { PasswordChange, ProfilePatch } from './users.dto.js';
import { type Me, type PersonFacts, presentMe } from './user.presenter.js';
import { UsersRepository } from './users.repository.js';

@Injectable()
export class UsersService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly programs: ProgramsService,
    private readonly attempts: Attempts,
    private readonly platform: Platform,
  ) {}

  /** AU-04: claims, profile and settings of the calling user. */
  me(ctx: Ctx): Promise<Me> {
    return this.database.read(ctx, async (tx) => presentMe(await this.users.self(tx), this.platform.config));
  }

  /** Who has an account here; for the owner only. */
  async everyone(ctx: Ctx): Promise<PersonFacts[]> {
    requireOwner(ctx);
    return this.database.acrossTenants((tx) => this.users.everyone(tx));
  }

  async changeProfile(ctx: Ctx, patch: ProfilePatch): Promise<Me> {
    return this.database.tx(ctx, async (tx) => {
      const user = await this.users.selfToChange(tx);
      const changes = {
        fullName: patch.full_name ?? user.fullName,
        picture: patch.picture === undefined ? user.picture : patch.picture,
      };
      await this.users.update(tx, changes);
      return presentMe({ ...user, ...changes }, this.platform.config);
    });
  }

  /**
   * Changes the password, and ends all other sessions of the user and the programs connected by OAuth. @throws
   * accounts.wrong_password, accounts.too_many_attempts
   */
  async changePassword(ctx: Ctx, change: PasswordChange): Promise<void> {
    requirePerson(ctx);
    const attempts = `password:${ctx.userId}`;
    await this.attempts.count(attempts);
    const passwordHash = await hashPassword(change.next);
    const ended = await this.database.tx(ctx, async (tx) => {
      const user = await this.users.selfToChange(tx);
      if (!(await passwordMatches(user.passwordHash, change.current))) throw accountErrors.wrongPassword();
      await this.users.update(tx, { passwordHash });
      const others = await this.sessions.endOthers(tx);
      const programs = await this.programs.endAll(tx);
      audit(tx, 'password.changed', { target: ctx.userId, sessions_ended: others.length });
      return [...others, ...programs];
    });
    await this.sessions.tell(ended);
    await this.attempts.reset(attempts);
  }

  changeSettings(ctx: Ctx, patch: SettingsPatch): Promise<Settings> {
    return this.mergeSettings(ctx, patch);
  }

  /** AP-01: the theme is stored per user and applies to every device. */
  async saveTheme(ctx: Ctx, theme: Theme): Promise<{ success: true; theme: Theme }> {
    await this.mergeSettings(ctx, { theme });
    return { success: true, theme };
  }

  /** AU-06: sets an onboarding flag, or increments it. */
  async recordOnboarding(ctx: Ctx, step: OnboardingStep): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      const { onboarding } = await this.users.selfToChange(tx);
      const value = step.op === 'set' ? step.value : Number(onboarding[step.field] ?? 0) + step.by;
      await this.users.update(tx, { onboarding: { ...onboarding, [step.field]: value } });
    });
  }

  private mergeSettings(ctx: Ctx, patch: Partial<Settings>): Promise<Settings> {
    return this.database.tx(ctx, async (tx) => {
      const user = await this.users.selfToChange(tx);
      const settings = presentMe({ ...user, settings: { ...user.settings, ...patch } }, this.platform.config).settings;
      await this.users.update(tx, { settings });
      return settings;
    });
  }
}
