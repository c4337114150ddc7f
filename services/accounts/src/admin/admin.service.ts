import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { Database } from '@zo/db';
import type { ParkedFilter } from '@zo/events';
import { AdminRepository } from './admin.repository.js';
import type { ParkedRequest } from './admin.dto.js';

/** Lets administrators see and change the event log. */
@Injectable()
export class AdminService {
  constructor(
    private readonly database: Database,
    private readonly platform: Platform,
    private readonly repository: AdminRepository,
  ) {}

  backlog() {
    const toBrokers = this.platform.config.KAFKA_BROKERS !== undefined;
    return this.database.acrossTenants((tx) => this.repository.backlog(tx, toBrokers));
  }

  parked(filter: ParkedFilter) {
    return this.database.acrossTenants((tx) => this.repository.parked(tx, filter));
  }

  /** Requests an action on parked events, which the groups then execute; records the administrator and the reason. */
  async requestParked(who: string, { wanted, why, filter }: ParkedRequest): Promise<{ asked: number }> {
    return this.database.acrossTenants(async (tx) => {
      const asked = (await this.repository.parked(tx, filter)).length;
      await this.repository.requestParked(tx, wanted, filter);
      await this.repository.record(tx, { who, why, action: `dlq ${wanted}`, subject: { ...filter, asked } });
      return { asked };
    });
  }
}
