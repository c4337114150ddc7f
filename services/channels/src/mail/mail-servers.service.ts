import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requireOwner, requirePerson } from '@zo/auth';
import { Database, repositoryOf } from '@zo/db';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { channelErrors } from '../errors.js';
import { MailServer } from './mail-server.entity.js';
import { type ServerAddress, serverIn, tryServer } from './mail-out.js';
import { Secrets } from './secrets.js';

const PURPOSE = 'mail-server';

/** What the owner is shown of it. */
export interface ShownServer extends Omit<ServerAddress, 'password'> {
  /** Set by the environment, which cannot be changed here. */
  readonly isFixed: boolean;
}

@Injectable()
export class MailServers {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  /** The server that mail leaves through; undefined: none, and mail is kept. */
  async current(): Promise<ServerAddress | undefined> {
    if (this.config.ZO_SMTP_URL) return serverIn(this.config.ZO_SMTP_URL);
    const [row] = await this.database.acrossTenants((tx) => tx.find(MailServer, { take: 1 }));
    if (!row) return undefined;
    const { userId, host, port, secure, username, sealed } = row;
    return {
      host,
      port,
      secure,
      username,
      password: sealed ? this.secrets.open(sealed, { userId, purpose: PURPOSE }) : '',
    };
  }

  async shown(): Promise<ShownServer | undefined> {
    const server = await this.current();
    if (!server) return undefined;
    const { password: _, ...shown } = server;
    return { ...shown, isFixed: this.config.ZO_SMTP_URL !== undefined };
  }

  /** Without a password the one from before stays. @throws channels.bad_server, channels.fixed_server */
  async set(ctx: Ctx, given: Omit<ServerAddress, 'password'> & { password?: string }): Promise<void> {
    this.check(ctx);
    const before = await this.current();
    const password = given.password ?? (before?.host === given.host ? before.password : '');
    const why = await tryServer({ ...given, password });
    if (why !== undefined) throw channelErrors.badServer({ why });
    const { userId } = ctx;
    const { host, port, secure, username } = given;
    const sealed = password === '' ? null : this.secrets.seal(password, { userId, purpose: PURPOSE });
    await this.database.tx(ctx, async (tx) => {
      await repositoryOf(tx, MailServer).upsert(
        { userId, host, port, secure, username, sealed, updatedAt: new Date() },
        ['userId'],
      );
      audit(tx, 'mail_server.set', { target: userId, key: password === '' ? 'none' : 'given' });
    });
  }

  async remove(ctx: Ctx): Promise<void> {
    this.check(ctx);
    await this.database.tx(ctx, async (tx) => {
      await repositoryOf(tx, MailServer).delete({ userId: ctx.userId });
      audit(tx, 'mail_server.removed', { target: ctx.userId });
    });
  }

  private check(ctx: Ctx): void {
    requireOwner(ctx);
    requirePerson(ctx);
    if (this.config.ZO_SMTP_URL) throw channelErrors.fixedServer();
  }
}
