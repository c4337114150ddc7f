import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { chatErrors } from '../errors.js';
import type { GrantedHostRow } from './granted-host.entity.js';
import { GrantedHostsRepository } from './granted-hosts.repository.js';

/** More than anybody looks through. */
const MAX_GRANTED = 40;

@Injectable()
export class GrantedHostsService {
  constructor(
    private readonly database: Database,
    private readonly rows: GrantedHostsRepository,
  ) {}

  list(ctx: Ctx): Promise<GrantedHostRow[]> {
    return this.database.read(ctx, (tx) => this.rows.all(tx));
  }

  /** The names of the hosts. */
  async names(ctx: Ctx): Promise<string[]> {
    return (await this.list(ctx)).map(({ host }) => host);
  }

  /** Call only when the user says so. @throws chat.too_many_hosts */
  grant(ctx: Ctx, hosts: readonly string[]): Promise<GrantedHostRow[]> {
    return this.database.tx(ctx, async (tx) => {
      const known = new Set((await this.rows.all(tx)).map(({ host }) => host));
      const added = hosts.filter((host) => !known.has(host)).map((host) => ({ id: crypto.randomUUID(), host }));
      if (known.size + added.length > MAX_GRANTED) throw chatErrors.tooManyHosts();
      if (added.length > 0) await this.rows.add(tx, added);
      for (const { id } of added) audit(tx, 'host.granted', { target: id });
      return (await this.rows.all(tx)).filter(({ host }) => hosts.includes(host));
    });
  }

  /** Counts for the next command of any chat. @throws errors.notFound */
  async revoke(ctx: Ctx, id: string): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      if (!(await this.rows.remove(tx, id))) throw errors.notFound();
      audit(tx, 'host.revoked', { target: id });
    });
  }
}
