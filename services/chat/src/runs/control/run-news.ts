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

  /** Parts of a run that has ended may wait; the workers stop them. */
  leftParts(run: Run): Promise<void> {
    return this.channels.publishUnparked(run.id);
  }

  async ended(run: Run, seq: number, data: RunEvents['run.end']): Promise<void> {
    await this.channels.publishEvent(run.id, { seq, type: 'run.end', data });
    this.origins.of(run).announce(run, { status: data.status });
  }
}
