import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { AccountCreated } from '@zo/proto/accounts/v1';
import type { EventEnvelope } from '@zo/events';
import { ComputersService } from './computers.service.js';

@Controller()
export class ComputersConsumer {
  constructor(private readonly computers: ComputersService) {}

  @EventPattern('account.created')
  async accountCreated(@Payload() { message, ctx }: EventEnvelope<AccountCreated>): Promise<void> {
    const row = await this.computers.create(ctx, { handle: message.handle, owner: message.owner });
    this.computers.startAhead(row);
  }
}
