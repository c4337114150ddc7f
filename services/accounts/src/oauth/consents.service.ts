/** The authorization endpoint: a user looks at what a program asks, and allows it, a part of it, or nothing. */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requirePerson } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { z } from 'zod';
import { accountErrors } from '../errors.js';
import { Attempts } from '../sign-up/attempts.js';
import { type Ask, parametersOf, readAsk } from './authorization-request.js';
import { OAuthCode } from './oauth-code.entity.js';
import { type Consent, presentCaller } from './oauth.dto.js';
import { OAuthRepository } from './oauth.repository.js';
import { MAX_PROGRAMS } from './programs.service.js';
import { answerAt, isRegistered, returnAddressOf } from './redirects.js';
import { digest, makeCode } from './secrets.js';

/** How long a question may be looked at. */
const QUESTION_MS = 10 * 60_000;
const CODE_MS = 60_000;
const QUESTIONS_PER_MINUTE = 30;

interface Question {
  readonly userId: string;
  readonly sessionId: string | undefined;
  readonly ask: Ask;
}

@Injectable()
export class ConsentsService {
  private readonly site: URL;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly oauth: OAuthRepository,
    private readonly attempts: Attempts,
    @Inject(CACHE) private readonly cache: Cache,
    platform: Platform,
  ) {
    this.site = new URL(platform.config.ZO_PUBLIC_URL);
  }

  /**
   * Keeps the request as a question to this session: the answer names its id, which no other page can know, and can
   * change nothing in it but the scopes. @throws accounts.program_unknown, accounts.program_address_unknown
   */
  async look(ctx: Ctx, query: string) {
    requirePerson(ctx);
    await this.attempts.count(`oauth-question:${ctx.userId}`, QUESTIONS_PER_MINUTE);
    const { given, twice } = parametersOf(query);
    const { clientId, redirectUri, client } = await this.clientOf(ctx, given);
    const program = presentCaller(client, redirectUri, this.site);
    const read = twice
      ? { error: 'invalid_request' as const, description: `${twice} is given twice.` }
      : readAsk(given, this.site);
    if ('error' in read) {
      const { error, description } = read;
      const back = this.answer({ redirectUri, state: given.state }, { error, error_description: description });
      return { to: 'refuse' as const, program, reason: description, back };
    }
    const ask: Ask = { clientId, redirectUri, state: given.state, ...read };
    const id = randomBytes(32).toString('base64url');
    const question: Question = { userId: ctx.userId, sessionId: ctx.sessionId, ask };
    await this.cache.set(keyOf(id), JSON.stringify(question), { ttlMs: QUESTION_MS });
    return { to: 'ask' as const, id, program, scopes: ask.scopes, audience: ask.audience };
  }

  /** Answers a question once. @throws accounts.question_gone, accounts.scope_not_asked, accounts.too_many_programs */
  async decide(ctx: Ctx, id: string, consent: Consent): Promise<{ back: string }> {
    requirePerson(ctx);
    const ask = await this.take(ctx, id);
    if (consent.decision === 'cancel')
      return { back: this.answer(ask, { error: 'access_denied', error_description: 'The user said no.' }) };
    if (!consent.scopes.every((scope) => ask.scopes.includes(scope))) throw accountErrors.scopeNotAsked();
    const code = makeCode();
    const row = Object.assign(new OAuthCode(), {
      codeHash: digest(code),
      userId: ctx.userId,
      clientId: ask.clientId,
      grantId: crypto.randomUUID(),
      redirectUri: ask.redirectUri,
      challenge: ask.challenge,
      scopes: ask.scopes.filter((scope) => consent.scopes.includes(scope)),
      audience: ask.audience,
      expiresAt: new Date(Date.now() + CODE_MS),
      usedAt: null,
    });
    await this.database.tx(ctx, async (tx) => {
      if ((await this.oauth.countOfOthers(tx, ask.clientId)) >= MAX_PROGRAMS)
        throw accountErrors.tooManyPrograms({ max: MAX_PROGRAMS });
      if (!(await this.oauth.client(tx, ask.clientId))) throw accountErrors.programUnknown();
      await this.oauth.confirmClient(tx, ask.clientId);
      await this.oauth.insertCode(tx, row);
      audit(tx, 'program.allowed', { target: row.grantId, scopes: row.scopes.join(' '), audience: row.audience });
    });
    return { back: this.answer(ask, { code }) };
  }

  private async clientOf(
    ctx: Ctx,
    { client_id: id, redirect_uri: redirectUri }: ReturnType<typeof parametersOf>['given'],
  ) {
    const client = z.uuid().safeParse(id).success
      ? await this.database.read(ctx, (tx) => this.oauth.client(tx, id!))
      : undefined;
    if (!client) throw accountErrors.programUnknown();
    if (!redirectUri || !isRegistered(redirectUri, client.redirectUris) || !returnAddressOf(redirectUri, this.site))
      throw accountErrors.programAddressUnknown();
    return { clientId: client.id, redirectUri, client };
  }

  private async take(ctx: Ctx, id: string): Promise<Ask> {
    const isMine = (text: string | undefined) => {
      const question = text === undefined ? undefined : (JSON.parse(text) as Question);
      return question?.userId === ctx.userId && question.sessionId === ctx.sessionId ? question : undefined;
    };
    // Looked at first: another session's answer does not use the question up.
    if (!isMine(await this.cache.get(keyOf(id)))) throw accountErrors.questionGone();
    const question = isMine(await this.cache.take(keyOf(id)));
    if (!question) throw accountErrors.questionGone();
    return question.ask;
  }

  /** RFC 9207: the answer names who gives it. */
  private answer({ redirectUri, state }: Pick<Ask, 'redirectUri' | 'state'>, members: Record<string, string>): string {
    return answerAt(redirectUri, { ...members, state, iss: this.site.origin });
  }
}

const keyOf = (id: string) => `oauth-question:${digest(id).toString('hex')}`;
