import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, makeApiToken, owned, requirePerson } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { accountErrors } from '../errors.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ApiTokenRow } from './api-token.entity.js';
import { presentToken, type TokenRequest } from './api-tokens.dto.js';
import { ApiTokensRepository, type ResolvedToken, type TokenUse } from './api-tokens.repository.js';

const MAX_TOKENS = 50;
const DAY_MS = 86_400_000;

/** Personal tokens, with which programs call the API. Programs themselves can neither see nor change them. */
@Injectable()
export class ApiTokensService {
  constructor(
    private readonly database: Database,
    private readonly tokens: ApiTokensRepository,
    private readonly sessions: SessionsService,
  ) {}

  async list(ctx: Ctx) {
    requirePerson(ctx);
    const tokens = await this.database.read(ctx, (tx) => this.tokens.latest(tx, MAX_TOKENS));
    return { tokens: tokens.map(presentToken) };
  }

  /** Makes a token; its text is in this answer and nowhere else. @throws accounts.too_many_tokens */
  async make(ctx: Ctx, { name, scopes, days, per_minute: perMinute }: TokenRequest) {
    requirePerson(ctx);
    const { text, prefix, hash } = makeApiToken();
    const row = Object.assign(new ApiTokenRow(), {
      id: crypto.randomUUID(),
      userId: ctx.userId,
      name,
      prefix,
      tokenHash: hash,
      scopes,
      perMinute,
      uses: 0,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + days * DAY_MS),
      lastUsedAt: null,
    });
    await this.database.tx(ctx, async (tx) => {
      if ((await this.tokens.countToAdd(tx)) >= MAX_TOKENS) throw accountErrors.tooManyTokens({ max: MAX_TOKENS });
      await this.tokens.insert(tx, row);
      audit(tx, 'api_token.made', { target: row.id, scopes: scopes.join(' '), days });
    });
    return { token: presentToken(row), secret: text };
  }

  /** Takes effect at once: open answers of the program end too. */
  async revoke(ctx: Ctx, id: string): Promise<void> {
    requirePerson(ctx);
    await this.database.tx(ctx, async (tx) => {
      const token = owned(ctx, await this.tokens.byId(tx, id));
      await this.tokens.remove(tx, token.id);
      audit(tx, 'api_token.revoked', { target: token.id });
    });
    // The gateway forgets a token as it forgets an ended session.
    await this.sessions.tell([id]);
  }

  /** The live token of a hash: a personal one, or an access token of a connected program. @throws http.not_found */
  async resolve(hash: Uint8Array): Promise<ResolvedToken> {
    const found = await this.database.acrossTenants((tx) => this.tokens.resolve(tx, Buffer.from(hash)));
    if (!found) throw errors.notFound();
    return found;
  }

  async countUses(uses: readonly TokenUse[]): Promise<void> {
    if (uses.length > 0) await this.database.acrossTenants((tx) => this.tokens.addUses(tx, uses));
  }
}
