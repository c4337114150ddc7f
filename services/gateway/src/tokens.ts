/**
 * Which program sent a request: resolves a personal token, or an access token of OAuth, at accounts and caches the
 * result for a few seconds.
 */
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { ApiTokenService } from '@zo/proto/accounts/v1';
import { knownScopes, readApiToken, systemCtx } from '@zo/auth';
import type { Platform } from '@zo/bootstrap';
import { errors } from '@zo/errors';
import { logger } from '@zo/observability';
import { asCaller, serviceTransport } from '@zo/rpc';
import type { IncomingMessage } from 'node:http';
import { gatewayErrors } from './origin.js';
import { ANONYMOUS, MAX_REMEMBERED, REMEMBER_MS, type SessionUser } from './sessions.js';

const COUNT_MS = 5_000;
const BEARER = /^bearer +(zo_\S{1,200})$/i;

export type Program = SessionUser & {
  readonly perMinute: number;
  readonly expiresAt: number;
  /** Good for the MCP server only. */
  readonly isForMcp: boolean;
};

export class Tokens {
  private readonly known = new Map<string, { program: Program | undefined; until: number }>();
  private readonly uses = new Map<string, number>();
  private readonly accounts: Client<typeof ApiTokenService>;
  private readonly timer: NodeJS.Timeout;

  /** `hasEnded` knows the revoked tokens by their ids. */
  constructor(
    private readonly platform: Platform,
    private readonly hasEnded: (tokenId: string) => boolean,
  ) {
    this.accounts = createClient(ApiTokenService, serviceTransport('accounts', platform.config.ZO_ACCOUNTS_URL));
    this.timer = setInterval(() => void this.countUses(), COUNT_MS);
    this.timer.unref();
  }

  /** Whether the request carries a personal token, valid or not; its cookies do not count then. */
  static isCarriedBy({ headers }: IncomingMessage): boolean {
    return BEARER.test(headers.authorization ?? '');
  }

  /** The program of a request, or undefined if its token is not valid. */
  async of({ headers }: IncomingMessage): Promise<Program | undefined> {
    const token = readApiToken(BEARER.exec(headers.authorization ?? '')?.[1] ?? '');
    if (!token) return undefined;
    const key = token.hash.toString('base64');
    const known = this.known.get(key);
    if (known && known.until > Date.now()) return known.program;
    const found = await this.resolve(token.hash);
    const program = found && !this.hasEnded(found.sessionId) ? found : undefined;
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    const until = Math.min(Date.now() + REMEMBER_MS, program?.expiresAt ?? Infinity);
    this.known.set(key, { program, until });
    return program;
  }

  /** Counts one request of a program. @throws gateway.too_many */
  async admit({ sessionId: id, perMinute }: Program): Promise<void> {
    const counter = this.platform.cache.increment(`api-token:${id}`, 60_000, { aloneIfAway: true });
    const { value, resetsInMs } = await counter;
    const seconds = Math.max(1, Math.ceil(resetsInMs / 1000));
    if (value > perMinute) throw gatewayErrors.tooMany({ seconds }, { headers: { 'retry-after': String(seconds) } });
    this.uses.set(id, (this.uses.get(id) ?? 0) + 1);
  }

  forget(tokenId: string): void {
    for (const [key, { program }] of this.known) if (program?.sessionId === tokenId) this.known.delete(key);
  }

  forgetAll(): void {
    this.known.clear();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.countUses();
  }

  /** Sends what was counted; a failure keeps it for the next time. */
  private async countUses(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = [...this.uses].map(([tokenId, count]) => ({ tokenId, count }));
    this.uses.clear();
    try {
      await this.accounts.countUses({ uses }, await this.asGateway());
    } catch (error) {
      for (const { tokenId, count } of uses) this.uses.set(tokenId, (this.uses.get(tokenId) ?? 0) + count);
      if (this.uses.size > MAX_REMEMBERED) this.uses.clear();
      logger('tokens').warn({ error }, 'the uses of tokens are not counted yet');
    }
  }

  private async resolve(hash: Buffer): Promise<Program | undefined> {
    try {
      const found = await this.accounts.resolve({ hash }, await this.asGateway());
      return {
        userId: found.userId,
        sessionId: found.tokenId,
        actor: 'api',
        // A token never administers the installation, whoever made it.
        owner: false,
        scopes: knownScopes(found.scopes),
        perMinute: found.perMinute,
        expiresAt: found.expiresAt,
        // Personal tokens name no audience, and `api` is the whole API.
        isForMcp: found.audience !== '' && found.audience !== 'api',
      };
    } catch (error) {
      if (ConnectError.from(error).code === Code.NotFound) return undefined;
      throw errors.unavailable({ what: 'The account' }, { cause: error });
    }
  }

  private asGateway() {
    return asCaller(this.platform.issuer, 'accounts', systemCtx(ANONYMOUS));
  }
}
