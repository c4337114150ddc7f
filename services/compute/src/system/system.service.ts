import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { ComputersService } from '../computers/computers.service.js';
import { computeErrors } from '../errors.js';
import { presentStats } from './stats.presenter.js';

@Injectable()
export class SystemService {
  constructor(private readonly computers: ComputersService) {}

  /** LP-08: figures of the user's own computer. Asking does not wake it. @throws compute.asleep */
  async stats(ctx: Ctx) {
    const computer = await this.computers.peek(ctx);
    if (!computer) throw computeErrors.asleep();
    return presentStats(await computer.client.system.stats({}), new Date());
  }
}
