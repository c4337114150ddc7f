/** AddresseeService: channels ask whose address something was sent to. */
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import { Database } from '@zo/db';
import type { FindAddresseeRequest, MarkReachedRequest } from '@zo/proto/accounts/v1';
import { rpcCtx } from '@zo/rpc';
import { z } from 'zod';
import type { User } from './user.entity.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

const handle = z.string().regex(/^[a-z0-9-]{1,63}$/);
const reached = z.enum(['has_emailed_zo', 'has_texted_zo']);

@Injectable()
export class AddresseeRpc {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly service: UsersService,
  ) {}

  async find(request: FindAddresseeRequest) {
    const { data } = handle.safeParse(request.handle);
    const user = data && (await this.database.acrossTenants((tx) => this.users.byHandle(tx, data)));
    if (!user) throw new ConnectError('nobody has this handle', Code.NotFound);
    return { addressee: present(user) };
  }

  async get(context: HandlerContext) {
    return { addressee: present(await this.database.read(callerOf(context), (tx) => this.users.self(tx))) };
  }

  async markReached(request: MarkReachedRequest, context: HandlerContext) {
    const { data: field } = reached.safeParse(request.field);
    if (!field) throw new ConnectError('there is no such flag', Code.InvalidArgument);
    await this.service.recordOnboarding(callerOf(context), { field, op: 'set', value: true });
    return {};
  }
}

/** @throws Unauthenticated */
function callerOf({ values }: HandlerContext) {
  const ctx = values.get(rpcCtx);
  if (!ctx) throw new ConnectError('an internal token is needed', Code.Unauthenticated);
  return ctx;
}

const present = ({ id: userId, handle: name, email, fullName, owner }: User) => ({
  userId,
  handle: name,
  email,
  fullName,
  owner,
});
