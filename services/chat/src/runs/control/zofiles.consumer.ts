import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@zo/events';
import type { ZofileDeleted } from '@zo/proto/zo/v1';
import { AllowancesRepository } from '../../allowances/allowances.repository.js';
import { TrustModesRepository } from '../../trust-modes/trust-modes.repository.js';

/** Removes what was set for a persona once the persona is deleted. */
@Controller()
export class ZofilesConsumer {
  constructor(
    private readonly modes: TrustModesRepository,
    private readonly allowances: AllowancesRepository,
  ) {}

  @EventPattern('zofile.deleted')
  async deleted(@Payload() { ctx, message: { zofileId } }: EventEnvelope<ZofileDeleted>): Promise<void> {
    const { userId } = ctx;
    await this.modes.remove(ctx, zofileId);
    await this.allowances.remove(ctx.tx!, { userId, personId: userId, zofileId });
  }
}
