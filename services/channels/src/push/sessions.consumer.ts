import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { systemCtx } from '@zo/auth';
import type { EventEnvelope } from '@zo/events';
import type { SessionsEnded } from '@zo/proto/accounts/v1';
import { DevicesService } from './devices.service.js';

/** Sessions end when their user signs out, ends them elsewhere, or changes the password. */
@Controller()
export class SessionsConsumer {
  constructor(private readonly devices: DevicesService) {}

  @EventPattern('sessions.ended')
  async ended(@Payload() { message: { userId, sessionIds } }: EventEnvelope<SessionsEnded>): Promise<void> {
    await this.devices.forgetSessions(systemCtx(userId), sessionIds);
  }
}
