/** Shows a running model what its user says meanwhile: as a message before its next step. */
import { Injectable } from '@nestjs/common';
import type { ModelMessage } from 'ai';
import { type Asked, pastedIn, wordsOf } from '../../shapes/asked.js';
import { withSources } from '../../shapes/labels.js';
import type { GateRun } from '../gate/gate-run.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { RunStore } from '../store/run-store.js';

export const steerMessage = (asked: Asked): ModelMessage => ({ role: 'user', content: wordsOf(asked) });

@Injectable()
export class Steering {
  constructor(private readonly store: RunStore) {}

  /** Takes what was said since the step before, each only once, even if this process dies now. */
  async take(at: GateRun, step: number): Promise<Asked[]> {
    const taken = await this.store.database.tx(at.ctx, async (tx) => {
      const inputs = await this.store.inputs.take(tx, at.run.id, step);
      if (inputs.length === 0) return inputs;
      if (!(await this.store.runs.held(tx, at.run.id))) throw new LeaseLostError();
      const labels = withSources(
        at.labels,
        inputs.flatMap(({ asked }) => pastedIn(asked)),
      );
      if (labels !== at.labels) await at.origin.label(tx, at.run, labels);
      at.labels = labels;
      return inputs;
    });
    for (const { id, asked } of taken) at.log.add('steer', { ...asked, id });
    return taken.map(({ asked }) => asked);
  }
}
