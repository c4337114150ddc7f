import { Controller, Delete, Get, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Id, Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import type { ProviderShare } from './provider-shares.repository.js';
import { ProviderSharesService } from './provider-shares.service.js';

/** Null: all of them, also later ones. */
const scope = {
  models: z.array(z.string().min(1).max(200)).min(1).max(500).nullable(),
  people: z.array(z.uuid()).min(1).max(1_000).nullable(),
};
const shareInput = z.strictObject(scope).meta({ id: 'ProviderShareInput' });
const providerShare = z.strictObject({ provider_id: z.uuid(), ...scope }).meta({ id: 'ProviderShare' });
const providerShares = z.strictObject({ shares: z.array(providerShare) });

const present = ({ providerId, models, people }: ProviderShare): z.infer<typeof providerShare> => ({
  provider_id: providerId,
  models: models && [...models],
  people: people && [...people],
});

@Controller('models')
export class ProviderSharesController {
  constructor(private readonly shares: ProviderSharesService) {}

  @Get('shares')
  @Responds(providerShares)
  async list(@CurrentCtx() ctx: Ctx) {
    return { shares: (await this.shares.list(ctx)).map(present) };
  }

  @Put('providers/:id/share')
  @Responds(providerShare)
  async share(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(shareInput) input: z.infer<typeof shareInput>) {
    const unique = (list: readonly string[] | null) => list && [...new Set(list)];
    const share = { providerId: id, models: unique(input.models), people: unique(input.people) };
    return present(await this.shares.share(ctx, share));
  }

  @Delete('providers/:id/share')
  @RespondsNothing()
  revoke(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.shares.revoke(ctx, id);
  }
}
