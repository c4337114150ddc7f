/** The port to accounts: who has an address, and what it is known by. */
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { AddresseeService } from '@zo/proto/accounts/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { z } from 'zod';

const TIMEOUT_MS = 5_000;
/** The user of calls that are about nobody yet. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const person = z.object({
  userId: z.uuid(),
  handle: z.string().regex(/^[a-z0-9-]{1,63}$/),
  email: z.string().max(320),
  fullName: z.string().max(1_000),
  owner: z.boolean(),
});
export type Person = z.output<typeof person>;

@Injectable()
export class People {
  private readonly accounts: Client<typeof AddresseeService>;

  constructor(private readonly platform: Platform) {
    this.accounts = createClient(AddresseeService, serviceTransport('accounts', platform.config.ZO_ACCOUNTS_URL));
  }

  /** Undefined if nobody has the handle. @throws if accounts does not answer */
  async byHandle(handle: string): Promise<Person | undefined> {
    try {
      const { addressee } = await this.accounts.findAddressee({ handle }, await this.as(systemCtx(NOBODY)));
      return person.parse(addressee);
    } catch (error) {
      if (ConnectError.from(error).code === Code.NotFound) return undefined;
      throw error;
    }
  }

  async own(ctx: Ctx): Promise<Person> {
    const { addressee } = await this.accounts.getAddressee({}, await this.as(ctx));
    return person.parse(addressee);
  }

  /** AU-06: the user has written to the assistant. */
  async markReached(ctx: Ctx, field: 'has_emailed_zo' | 'has_texted_zo'): Promise<void> {
    await this.accounts.markReached({ field }, await this.as(ctx));
  }

  private async as(ctx: Ctx) {
    return { ...(await asCaller(this.platform.issuer, 'accounts', ctx)), timeoutMs: TIMEOUT_MS };
  }
}
