import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Database, seeAllTenants } from '@zo/db';
import { publish } from '@zo/events';
import { accountsEvents } from '@zo/proto/topics';
import type { EntityManager } from 'typeorm';
import { accountErrors } from '../errors.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { defaultSettings } from '../settings/settings.dto.js';
import { isReserved, toHandle, toReferrer, variant } from '../users/handle.js';
import { hashPassword, passwordMatches } from '../users/passwords.js';
import { User } from '../users/user.entity.js';
import { type Me, presentMe } from '../users/user.presenter.js';
import { UsersRepository } from '../users/users.repository.js';
import { ClaimToken } from './claim-token.js';
import { InvitationsRepository } from './invitations.repository.js';
import type { Claim, SignIn, SignUp } from './sign-up.dto.js';

/** A user who has signed in: their data and the cookie's value. */
export interface SignedIn {
  readonly me: Me;
  readonly cookie: string;
}

/** Tries for a free generated handle; more conflicts than this have another cause than concurrent sign-ups. */
const MAX_TRIES = 20;

type NewAccount = Pick<SignUp, 'email' | 'password' | 'handle' | 'full_name' | 'src' | 'referrer'> & { owner: boolean };

@Injectable()
export class SignUpService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly invitations: InvitationsRepository,
    private readonly sessions: SessionsService,
    private readonly claimToken: ClaimToken,
    private readonly platform: Platform,
  ) {}

  /** The data a visitor may see: whether there is an owner, the sign-up mode, product name and domains. */
  async setup() {
    const { config } = this.platform;
    const state = await this.database.acrossTenants(async (tx) => ({
      claimed: await this.users.isClaimed(tx),
      mode: await this.invitations.mode(tx),
    }));
    return {
      claimed: state.claimed,
      signup: state.mode,
      product: config.ZO_PRODUCT_NAME,
      computer_domain: config.ZO_COMPUTER_DOMAIN,
      mail_domain: config.ZO_MAIL_DOMAIN,
    };
  }

  /** AU-03: converts a text to a handle and checks whether it is available. */
  async checkHandle(text: string) {
    const handle = toHandle(text);
    const taken = await this.database.acrossTenants((tx) => this.users.hasHandle(tx, handle));
    return { handle, available: !taken && !isReserved(handle) };
  }

  /**
   * Makes the first visitor with the printed link the owner. @throws accounts.claim_token_wrong,
   * accounts.already_claimed
   */
  async claim(claim: Claim, userAgent: string): Promise<SignedIn> {
    if (!this.claimToken.matches(claim.token)) throw accountErrors.claimTokenWrong();
    const user = await this.create({ ...claim, owner: true }, async (tx) => {
      if (await this.users.isClaimed(tx)) throw accountErrors.alreadyClaimed();
    });
    this.claimToken.destroy();
    return this.startSession(user, userAgent);
  }

  /** AU-02. @throws accounts.sign_up_closed, invitation_needed, invitation_bad, email_taken, handle_taken */
  async signUp(request: SignUp, userAgent: string): Promise<SignedIn> {
    const user = await this.create({ ...request, owner: false }, (tx, id) => this.authorizeSignUp(tx, request, id));
    return this.startSession(user, userAgent);
  }

  /** @throws accounts.wrong_credentials, both for an unknown e-mail and for a wrong password */
  async signIn({ email, password }: SignIn, userAgent: string): Promise<SignedIn> {
    const user = await this.database.acrossTenants((tx) => this.users.byEmail(tx, email));
    if (!(await passwordMatches(user?.passwordHash, password)) || !user) throw accountErrors.wrongCredentials();
    return this.startSession(user, userAgent);
  }

  private async startSession(user: User, userAgent: string): Promise<SignedIn> {
    const cookie = await this.sessions.start(user.id, userAgent);
    return { me: presentMe(user, this.platform.config), cookie };
  }

  /** Checks the sign-up mode and consumes the invitation, whose id it returns. */
  private async authorizeSignUp(tx: EntityManager, request: SignUp, userId: string): Promise<string | void> {
    if (!(await this.users.isClaimed(tx))) throw accountErrors.notClaimed();
    const mode = await this.invitations.mode(tx);
    if (mode === 'open') return;
    // Invitations of before do not count: the owner was told that nobody can join.
    if (mode === 'closed') throw accountErrors.signUpClosed();
    if (!request.invitation) throw accountErrors.invitationNeeded();
    const { invitation: code, email } = request;
    const used = await this.invitations.use(tx, { code, email, userId });
    if (used === undefined) throw accountErrors.invitationBad();
    return used;
  }

  private async create(
    account: NewAccount,
    authorizeSignUp: (tx: EntityManager, userId: string) => Promise<string | void>,
  ): Promise<User> {
    const passwordHash = await hashPassword(account.password);
    for (let tries = 1; ; tries++) {
      try {
        return await this.insert(account, passwordHash, authorizeSignUp);
      } catch (error) {
        // A concurrent sign-up took the same generated handle: try the next one.
        const another = isDuplicate(error, 'users_handle') && account.handle.trim() === '' && tries < MAX_TRIES;
        if (!another) throw duplicate(error, account) ?? error;
      }
    }
  }

  private async insert(
    account: NewAccount,
    passwordHash: string,
    authorizeSignUp: (tx: EntityManager, userId: string) => Promise<string | void>,
  ): Promise<User> {
    const id = crypto.randomUUID();
    const ctx: Ctx = { userId: id, actor: 'human', owner: account.owner, requestId: crypto.randomUUID() };
    return this.database.tx(ctx, async (inner) => {
      // The checks need the rows of other users (e.g. taken handles).
      await seeAllTenants(inner.tx);
      const invitation = (await authorizeSignUp(inner.tx, id)) ?? '';
      const handle = await this.freeHandle(inner.tx, account.handle);
      const user = newUser(account, { id, handle, passwordHash });
      await this.users.insert(inner.tx, user);
      publish(inner, accountsEvents, 'account.created', { userId: id, handle, owner: account.owner });
      audit(inner, 'account.created', { target: id, owner: account.owner, invitation });
      return user;
    });
  }

  /** Returns the typed handle, which must be free, or else a generated one: `you`, `you-2`, … */
  private async freeHandle(tx: EntityManager, typed: string): Promise<string> {
    const wanted = toHandle(typed);
    if (typed.trim() !== '') {
      if (isReserved(wanted) || (await this.users.hasHandle(tx, wanted)))
        throw accountErrors.handleTaken({ handle: wanted });
      return wanted;
    }
    for (let n = 1; ; n++) {
      const candidate = n === 1 ? wanted : variant(wanted, n);
      if (!(await this.users.hasHandle(tx, candidate))) return candidate;
    }
  }
}

function newUser(account: NewAccount, made: { id: string; handle: string; passwordHash: string }): User {
  return Object.assign(new User(), {
    ...made,
    email: account.email,
    fullName: account.full_name,
    picture: null,
    owner: account.owner,
    settings: defaultSettings,
    onboarding: {},
    src: account.src ?? null,
    referrer: account.referrer ? toReferrer(account.referrer) : null,
    createdAt: new Date(),
  });
}

/** True if this unique index refused the row. */
function isDuplicate(error: unknown, index: string): boolean {
  const { code, constraint } = (error as { driverError?: { code?: string; constraint?: string } }).driverError ?? {};
  return code === '23505' && constraint === index;
}

/** Converts a unique violation of concurrent sign-ups to the error for the user. */
function duplicate(error: unknown, account: NewAccount): Error | undefined {
  if (isDuplicate(error, 'users_email')) return accountErrors.emailTaken();
  if (isDuplicate(error, 'users_handle')) return accountErrors.handleTaken({ handle: toHandle(account.handle) });
  return isDuplicate(error, 'users_one_owner') ? accountErrors.alreadyClaimed() : undefined;
}
