/** Tells those who follow a run, and its origin, how it ended. */
import { Injectable } from '@nestjs/common';
import type { RunEvents } from '../../shapes/parts.js';
import { Origins } from '../ports/origin.js';
import { RunChannels } from '../store/run-channels.js';
import type { Run } from '../store/runs.repository.js';

@Injectable()
export class RunNews {
  constructor(
    readonly origins: Origins,
    private readonly channels: RunChannels,
  ) {}

  async ended(run: Run, seq: number, data: RunEvents['run.end']): Promise<void> {
    await this.channels.publishEvent(run.id, { seq, type: 'run.end', data });
    this.origins.of(run).announce(run, { status: data.status });
  }
}
