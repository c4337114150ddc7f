/** Resumes a run whose worker died: text already shown is kept, started calls are not repeated. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import type { ModelMessage } from 'ai';
import { type CallRow, noEffects } from '../store/ledger.repository.js';
import { agentCtx } from '../store/agent-ctx.js';
import { callExpense, type SpentBefore, stepExpense } from '../ports/spending-limit.js';
import { RunStore } from '../store/run-store.js';
import { SCRIPT_STEP } from '../scripts/scripts.repository.js';
import { type PreparedRun, RunPreparer } from '../loop/run-preparer.js';
import { steerMessage } from '../loop/steering.js';
import { summaryMessage } from '../loop/summary.js';
import { picturedCalls, stepMessages } from '../loop/step-messages.js';
import { LostCalls } from './lost-calls.js';
import { foldEvents, type Part } from '../../shapes/parts.js';
import { ToolRegistry } from '../../tools/tool-registry.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import type { RunLog } from '../store/event-writer.js';
import { eventsAfter, type StoredEvent } from '../store/run-events.repository.js';
import type { CallPictures } from '../store/call-pictures.repository.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { recordStep, type Step, stepsOf } from '../store/run-steps.repository.js';
import type { RunInput } from '../store/run-inputs.repository.js';
import type { Run } from '../store/runs.repository.js';

/** The run has lost its worker too often and is ended. */
export class ResumeLimitError extends Error {}

export interface RunState {
  readonly seq: number;
  readonly parts: Part[];
  readonly events: readonly StoredEvent[];
  readonly steps: readonly Step[];
  readonly calls: readonly CallRow[];
  /** What the calls have shown. */
  readonly pictures: CallPictures;
  /** What the steps were told. */
  readonly inputs: readonly RunInput[];
}

const MAX_ATTEMPTS = 4;
const CONTINUE_PROMPT =
  'Your answer was cut off at this point by a restart. Go on exactly where it stopped; do not repeat what is ' +
  'already written.';
const UNKNOWN: ToolResult = {
  type: 'error',
  message:
    'The service restarted while this ran. Whether it took effect is not known, and it was not run again. Look ' +
    'before repeating it.',
  code: 'unknown_outcome',
};

@Injectable()
export class Resumer {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly store: RunStore,
    private readonly preparer: RunPreparer,
    private readonly tools: ToolRegistry,
    private readonly lost: LostCalls,
  ) {}

  load(ctx: Ctx, run: Run): Promise<RunState> {
    return this.store.database.read(ctx, async (tx) => {
      const events = await eventsAfter(tx, run.id, { limit: 1_000_000 });
      const calls = await this.store.ledger.ofRun(tx, run.id);
      return {
        events,
        seq: events.at(-1)?.seq ?? 0,
        parts: foldEvents(events),
        steps: await stepsOf(tx, run.id),
        calls,
        pictures: await this.store.pictures.of(tx, picturedCalls(calls)),
        inputs: await this.store.inputs.taken(tx, run.id),
      };
    });
  }

  /** @throws ResumeLimitError after too many takeovers */
  async prepare(
    run: Run,
    state: RunState,
    { log, signal }: { log: RunLog; signal: AbortSignal },
  ): Promise<PreparedRun> {
    log.add('run.resumed', { attempt: run.attempts });
    if (run.attempts > MAX_ATTEMPTS)
      throw new ResumeLimitError(
        'The service restarted several times during this answer, so it was ended. Nothing written was lost.',
      );
    const ctx = agentCtx(run);
    if (run.status === 'waiting')
      await this.store.database.tx(ctx, (tx) => this.store.runs.setStatus(tx, run.id, 'running'));
    const { inputs } = state;
    const calls = await this.settleCalls(ctx, state, log);
    const steps = await this.settleSteps(ctx, run, { state, log });
    announceInputs(state, log);
    await this.lost.labelResumed(run, calls);
    const base = await this.preparer.load(run, spentBy(run, steps, calls), signal);
    const last = steps.at(-1);
    const openCalls = calls.filter((call) => call.result === null);
    const asked = calls.some((call) => call.step === last?.step);
    return {
      ...base,
      ...sentBy(base, { steps, calls, inputs, parts: state.parts, pictures: base.sees ? state.pictures : undefined }),
      said: [...base.said, ...inputs.map(({ asked }) => asked.text)],
      nextStep: (last?.step ?? -1) + 1,
      scripted: steps.filter(({ finishReason }) => finishReason === SCRIPT_STEP).length,
      openCalls,
      noes: calls.filter(({ decision }) => decision === 'denied' || decision === 'expired').length,
      done:
        last !== undefined &&
        last.finishReason === 'stop' &&
        !asked &&
        inputs.every(({ beforeStep }) => beforeStep! <= last.step),
    };
  }

  /** Marks calls that had started as unknown, and announces calls that were not announced yet. */
  private async settleCalls(ctx: Ctx, state: RunState, log: RunLog): Promise<CallRow[]> {
    const shown = new Map(state.parts.flatMap((part) => (part.type === 'tool' ? [[part.call_id, part] as const] : [])));
    const settled: CallRow[] = [];
    for (const call of state.calls) {
      if (!shown.has(call.callId))
        log.add('tool.start', {
          call_id: call.callId,
          tool: call.tool,
          args: call.args,
          started_at: new Date().toISOString(),
        });
      // A command that has run may have been asking about hosts.
      const begun = call.state === 'running' || (call.state === 'approval' && call.startedAt !== null);
      const running = begun && !this.tools.get(call.tool)?.continues;
      const result = running ? UNKNOWN : call.result;
      if (running) {
        await this.store.database.tx(ctx, (tx) =>
          this.store.ledger.finish(tx, call.id, {
            state: 'error',
            decision: 'unknown_outcome',
            result: UNKNOWN,
            durationMs: 0,
            effects: { ...noEffects(), commands: [...call.commands] },
          }),
        );
      }
      if (result && !shown.get(call.callId)?.result) {
        log.add('tool.end', { call_id: call.callId, state: running ? 'error' : call.state, result, duration_ms: 0 });
      }
      settled.push({ ...call, result, decision: running ? 'unknown_outcome' : call.decision });
    }
    return settled;
  }

  /** Stores the text of an unfinished step as its own step, so that the model can continue after it. */
  private async settleSteps(ctx: Ctx, run: Run, { state, log }: { state: RunState; log: RunLog }): Promise<Step[]> {
    const ends = state.events.filter(({ type }) => type === 'step.end').length;
    const partial = ends < state.steps.length ? '' : wordsAfterLastStep(state.events);
    for (let missing = ends; missing < state.steps.length; missing++)
      log.add('step.end', { usage: { input: 0, output: 0, total: 0 } });
    if (partial === '') return [...state.steps];
    const step: Step = {
      step: (state.steps.at(-1)?.step ?? -1) + 1,
      content: [{ type: 'text', text: partial }],
      finishReason: 'interrupted',
      inputTokens: 0,
      outputTokens: 0,
    };
    const finished = { ...step, usage: { input: 0, output: 0 } };
    const isHeld = await this.store.database.tx(ctx, (tx) => recordStep(tx, run, finished));
    if (!isHeld) throw new LeaseLostError();
    log.add('step.end', { usage: { input: 0, output: 0, total: 0 } });
    return [...state.steps, step];
  }
}

const BEGUN = new Set(['run', 'unasked', 'approved', 'unknown_outcome']);

function spentBy({ id }: Run, steps: readonly Step[], calls: readonly CallRow[]): SpentBefore[] {
  const begun = calls.filter(({ decision }) => decision !== null && BEGUN.has(decision));
  return [
    ...steps.map(({ step }) => stepExpense(id, step)),
    ...begun.map((call) => ({ ...callExpense(id, call), tool: call.tool })),
  ];
}

function wordsAfterLastStep(events: readonly StoredEvent[]): string {
  const last = events.findLastIndex(({ type }) => type === 'step.end');
  return events
    .slice(last + 1)
    .map((event) => (event.type === 'text.delta' ? event.data.text : ''))
    .join('');
}

/** Announces what the process took for a step before it died. */
function announceInputs({ inputs, parts }: RunState, log: RunLog): void {
  const shown = new Set(parts.flatMap((part) => (part.type === 'steer' ? [part.id] : [])));
  for (const { id, asked } of inputs) if (!shown.has(id)) log.add('steer', { ...asked, id });
}

type Done = Pick<RunState, 'calls' | 'inputs'> & { readonly pictures: CallPictures | undefined };

/** What the model is sent next: from the last summary on, if there is one. */
function sentBy(
  { messages, request }: PreparedRun,
  { steps, parts, ...done }: Pick<RunState, 'steps' | 'parts'> & Done,
): Pick<PreparedRun, 'messages' | 'request' | 'firstStep'> {
  const summary = parts.findLast((part) => part.type === 'summary');
  if (!summary) return { messages: [...messages, ...messagesOf(steps, done)], request, firstStep: 0 };
  const { text, before_step } = summary;
  if (before_step === null)
    return {
      messages: [summaryMessage(text), messages[request]!, ...messagesOf(steps, done)],
      request: 1,
      firstStep: 0,
    };
  const kept = steps.filter(({ step }) => step >= before_step);
  const next = { ...done, next: (steps.at(-1)?.step ?? -1) + 1 };
  return { messages: [summaryMessage(text), ...messagesOf(kept, next)], request: -1, firstStep: before_step };
}

/** The steps so far, and what the next one is told. The loop executes the open calls of the last one. */
function messagesOf(
  steps: readonly Step[],
  { calls, inputs, pictures, next = (steps.at(-1)?.step ?? -1) + 1 }: Done & { next?: number },
): ModelMessage[] {
  const toldTo = (step: number) => inputs.flatMap(({ beforeStep, asked }) => (beforeStep === step ? [asked] : []));
  return [
    ...steps.flatMap(({ step, content, finishReason }): ModelMessage[] => [
      ...stepMessages(
        { content, asked: toldTo(step), calls: calls.filter((call) => call.step === step && call.result !== null) },
        pictures,
      ),
      ...(finishReason === 'interrupted' ? [{ role: 'user' as const, content: CONTINUE_PROMPT }] : []),
    ]),
    ...toldTo(next).map(steerMessage),
  ];
}
