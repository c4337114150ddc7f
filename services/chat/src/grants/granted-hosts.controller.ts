import { Controller, Delete, Get, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Id, Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import type { GrantedHostRow } from './granted-host.entity.js';
import { HOST_NAME } from './host-name.js';
import { GrantedHostsService } from './granted-hosts.service.js';

const grantedHost = z
  .strictObject({ id: z.uuid(), host: z.string(), granted_at: z.string() })
  .meta({ id: 'GrantedHost' });
const grantedHosts = z.strictObject({ hosts: z.array(grantedHost) }).meta({ id: 'GrantedHosts' });
const grantInput = z.strictObject({ host: z.string().trim().toLowerCase().regex(HOST_NAME, 'This is no host name.') });

const present = ({ id, host, grantedAt }: GrantedHostRow) => ({ id, host, granted_at: grantedAt.toISOString() });

@Controller('granted-hosts')
export class GrantedHostsController {
  constructor(private readonly grants: GrantedHostsService) {}

  @Get()
  @Responds(grantedHosts)
  async list(@CurrentCtx() ctx: Ctx) {
    return { hosts: (await this.grants.list(ctx)).map(present) };
  }

  @Post()
  @Responds(grantedHost)
  async grant(@CurrentCtx() ctx: Ctx, @Input(grantInput) { host }: z.infer<typeof grantInput>) {
    const [row] = await this.grants.grant(ctx, [host]);
    return present(row!);
  }

  @Delete(':id')
  @RespondsNothing()
  revoke(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.grants.revoke(ctx, id);
  }
}
