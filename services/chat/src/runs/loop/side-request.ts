/** One request to the model of a run beside its steps: no tools, nothing of the chat, metered like a step. */
import { Inject, Injectable } from '@nestjs/common';
import { CHAT_CONFIG, type ChatConfig } from '../../config.js';
import { estimateTokens } from '../../models/estimate.js';
import { sanitise } from '../../shapes/parts.js';
import { type Refusal, spend } from '../ports/spending-limit.js';
import type { AskedModel } from '../gate/gate-run.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { RunStore } from '../store/run-store.js';
import type { PreparedRun } from './run-preparer.js';
import { runStep, type StepContent, type StepResult } from './step.js';

type Asking = Pick<PreparedRun, 'run' | 'ctx' | 'model' | 'options' | 'limit' | 'patienceMs'> & {
  readonly signal: AbortSignal;
};

@Injectable()
export class SideRequests {
  constructor(
    private readonly store: RunStore,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
  ) {}

  /** What the model wrote. @throws the model's error, or LeaseLostError */
  ask(asking: Asking, { expense, instructions, text }: AskedModel): Promise<{ readonly text: string } | Refusal> {
    const { model, options, signal, run } = asking;
    const messages = [{ role: 'user' as const, content: text }];
    const sink = { text: () => undefined, reasoning: () => undefined };
    const estimate = () => estimateTokens(instructions) + estimateTokens(text);
    return spend(asking.limit, { ...expense, estimate }, async (spent, { maxOutputTokens }) => {
      const { content, usage } = await runStep(
        { model, instructions, messages, tools: {}, options, signal, maxOutputTokens },
        sink,
        {
          state: { visible: false },
          config: this.config,
          patienceMs: asking.patienceMs,
        },
      );
      const written = textOf(content);
      spent(isCounted(usage) ? usage : { input: estimate(), output: estimateTokens(written) });
      const held = await this.store.database.tx(asking.ctx, (tx) => this.store.runs.addTokens(tx, run.id, usage));
      if (!held) throw new LeaseLostError();
      return { text: sanitise(written) };
    });
  }
}

/** Some providers do not say how many tokens they have counted. */
export const isCounted = ({ input, output }: StepResult['usage']): boolean => input + output > 0;

const textOf = (content: StepContent) => content.map((part) => (part.type === 'text' ? part.text : '')).join('');
