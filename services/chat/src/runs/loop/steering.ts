/** Shows a running model what its user says meanwhile: as a message before its next step. */
import { Injectable } from '@nestjs/common';
import type { ModelMessage } from 'ai';
import { type Asked, wordsOf } from '../../shapes/asked.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { RunStore } from '../store/run-store.js';
import type { RunLog } from '../store/event-writer.js';
import type { PreparedRun } from './run-preparer.js';

export const steerMessage = (asked: Asked): ModelMessage => ({ role: 'user', content: wordsOf(asked) });

@Injectable()
export class Steering {
  constructor(private readonly store: RunStore) {}

  /** Takes what was said since the step before, each only once, even if this process dies now. */
  async take({ ctx, run, log }: Pick<PreparedRun, 'ctx' | 'run'> & { log: RunLog }, step: number): Promise<Asked[]> {
    const taken = await this.store.database.tx(ctx, async (tx) => {
      const inputs = await this.store.inputs.take(tx, run.id, step);
      if (inputs.length > 0 && !(await this.store.runs.held(tx, run.id))) throw new LeaseLostError();
      return inputs;
    });
    for (const { id, asked } of taken) log.add('steer', { ...asked, id });
    return taken.map(({ asked }) => asked);
  }
}
