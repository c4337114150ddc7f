/** Runs one step of the model: streams its text, and returns its calls only once the step is complete. */
import {
  type AssistantContent,
  experimental_streamLanguageModelCall as streamModelCall,
  jsonSchema,
  type LanguageModel,
  type LanguageModelStreamPart,
  type ModelMessage,
  type ToolChoice,
  ToolChoiceViolationError,
  type ToolSet,
} from 'ai';
import { z } from 'zod';
import { picturesApart } from '../../tools/picture-output.js';
import type { Tool } from '../../tools/tool.js';
import type { ScopedTools } from '../../tools/tool-registry.js';
import type { ChatConfig } from '../../config.js';
import { TruncatedStreamError } from '../../models/model-errors.js';
import { withSignsOfLife } from '../../models/signs-of-life.js';
import type { Tokens } from '../../allowances/price.js';
import type { AttemptState } from './retry.js';
import { inTurns } from './turns.js';
import { type StepEnd, usageOf } from './usage.js';
import { patient, Watchdog } from './watchdog.js';
import { WholeCharacters } from './whole-characters.js';

export type StepContent = Exclude<AssistantContent, string>;

export interface StepRequest {
  readonly model: LanguageModel;
  readonly instructions: string;
  readonly messages: ModelMessage[];
  /** Whether the provider takes pictures in the results of tools. */
  readonly seesInResults?: boolean;
  /** Whether two messages of the user in a row may be refused. */
  readonly takesTurns?: boolean;
  readonly tools: ToolSet;
  readonly options: Partial<Pick<Parameters<typeof streamModelCall>[0], 'reasoning' | 'providerOptions'>>;
  readonly signal: AbortSignal;
  /** Nothing of the answer is read before. */
  readonly before?: Promise<unknown>;
  readonly toolChoice?: ToolChoice<ToolSet>;
  /** Undefined: as the provider likes. */
  readonly maxOutputTokens?: number;
}

export interface AskedCall {
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
}

export interface StepResult {
  readonly content: StepContent;
  readonly calls: readonly AskedCall[];
  readonly finishReason: string;
  readonly usage: Tokens;
}

export interface StepSink {
  readonly text: (delta: string) => void;
  readonly reasoning: (delta: string) => void;
}

export interface Attempt {
  readonly state: AttemptState;
  readonly config: ChatConfig;
  /** How long the model may be silent; undefined: as the installation says. */
  readonly patienceMs?: number;
}

/** Finish reasons after which arguments may be truncated. Providers have many names for the others. */
const CUT_OFF = new Set(['length', 'content-filter']);
/** Models rarely nest arguments; the code that compares and stores them is recursive. */
const MAX_DEPTH = 100;

/** @throws IdleTimeoutError, OutputLimitError, TruncatedStreamError, or the errors of the provider's client */
export async function runStep(
  request: StepRequest,
  sink: StepSink,
  { state, config, patienceMs }: Attempt,
): Promise<StepResult> {
  const watch = new Watchdog(request.signal, patient(config, patienceMs));
  const [text, reasoning] = [new WholeCharacters(sink.text), new WholeCharacters(sink.reasoning)];
  const whole: StepSink = { text: (delta) => text.write(delta), reasoning: (delta) => reasoning.write(delta) };
  try {
    return await withSignsOfLife(
      () => watch.onLife(),
      async () => {
        const [{ stream }] = await Promise.all([open(request, watch.signal), request.before]);
        return collect(stream, whole, { state, watch });
      },
    );
  } catch (error) {
    watch.cancel();
    throw watch.reason ?? error;
  } finally {
    text.end();
    reasoning.end();
    watch.end();
  }
}

/** Asks for one answer only: the loop of `streamText` would pass each piece through ten streams more. */
const open = (request: StepRequest, abortSignal: AbortSignal) =>
  streamModelCall({
    model: request.model,
    instructions: { role: 'system', content: request.instructions, ...REUSABLE },
    messages: reusable(asTaken(request)),
    tools: request.tools,
    toolChoice: request.toolChoice,
    maxOutputTokens: request.maxOutputTokens,
    ...request.options,
    abortSignal,
  });

async function collect(
  stream: AsyncIterable<LanguageModelStreamPart>,
  sink: StepSink,
  { state, watch }: { state: AttemptState; watch: Watchdog },
): Promise<StepResult> {
  const step = new Collected();
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta':
        watch.onProgress(part.text.length);
        if (part.text !== '') state.visible = true;
        step.addText(part);
        sink.text(part.text);
        break;
      case 'reasoning-delta':
        watch.onProgress(part.text.length);
        if (part.text !== '') state.visible = true;
        step.addReasoning(part);
        sink.reasoning(part.text);
        break;
      case 'reasoning-end':
        step.endReasoning(part);
        break;
      case 'tool-input-delta':
        watch.onProgress(part.delta.length);
        break;
      case 'tool-call':
        step.addCall(part);
        break;
      case 'error':
        // Many providers ignore which tool was asked for. What the model answered instead is an answer.
        if (!ToolChoiceViolationError.isInstance(part.error)) throw part.error;
        step.endedAs(part.error.finishReason);
        break;
      case 'model-call-end':
        step.finish(part);
        break;
    }
  }
  return step.result();
}

function asTaken({ messages, seesInResults, takesTurns }: StepRequest): ModelMessage[] {
  const seen = seesInResults ? messages : picturesApart(messages);
  return takesTurns ? inTurns(seen) : seen;
}

/** Anthropic reuses the beginning of a request up to such a mark; other providers do so by themselves. */
const REUSABLE = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' as const } } } };

const reusable = (messages: readonly ModelMessage[]): ModelMessage[] =>
  messages.map((message, index) => (index === messages.length - 1 ? { ...message, ...REUSABLE } : message));

type Metadata = Record<string, Record<string, never>> | undefined;

class Collected {
  private readonly content: StepContent = [];
  private readonly calls: AskedCall[] = [];
  private readonly reasoning = new Map<string, { type: 'reasoning'; text: string; providerOptions?: Metadata }>();
  private end?: StepEnd;

  addText({ text }: { text: string }): void {
    const last = this.content.at(-1);
    if (last?.type === 'text') last.text += text;
    else if (text !== '') this.content.push({ type: 'text', text });
  }

  addReasoning({ id, text, providerMetadata }: { id: string; text: string; providerMetadata?: unknown }): void {
    let part = this.reasoning.get(id);
    if (!part) {
      part = { type: 'reasoning', text: '' };
      this.reasoning.set(id, part);
      this.content.push(part);
    }
    part.text += text;
    if (providerMetadata) part.providerOptions = providerMetadata as Metadata;
  }

  /** Reasoning signatures arrive with its end; providers require them in the next step. */
  endReasoning({ id, providerMetadata }: { id: string; providerMetadata?: unknown }): void {
    const part = this.reasoning.get(id);
    if (part && providerMetadata) part.providerOptions = providerMetadata as Metadata;
  }

  addCall(call: { toolCallId: string; toolName: string; input: unknown; providerMetadata?: unknown }): void {
    const providerOptions = call.providerMetadata as Metadata;
    const args = isShallow(call.input) ? call.input : '(nested too deep)';
    const input = typeof args === 'object' && args !== null ? args : { raw: args };
    // Providers refuse a history that contains a call without a name.
    const tool = call.toolName || 'unnamed';
    this.content.push({
      type: 'tool-call',
      toolCallId: call.toolCallId,
      toolName: tool,
      input,
      ...(providerOptions && { providerOptions }),
    });
    this.calls.push({ callId: call.toolCallId, tool, args });
  }

  finish(end: StepEnd): void {
    this.end = end;
  }

  /** The provider ended it so, whatever the client of the provider made of that. */
  endedAs(finishReason: StepEnd['finishReason']): void {
    this.end = { usage: {}, ...this.end, finishReason };
  }

  result(): StepResult {
    const finishReason = this.end?.finishReason ?? 'interrupted';
    if (finishReason === 'interrupted' || finishReason === 'error') throw new TruncatedStreamError();
    const complete = !CUT_OFF.has(finishReason);
    const content = complete ? this.content : this.content.filter(({ type }) => type !== 'tool-call');
    return { content, calls: complete ? this.calls : [], finishReason, usage: usageOf(this.end?.usage ?? {}) };
  }
}

function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return true;
}

const described = new WeakMap<Tool, ToolSet[string]>();

/** Describes a tool to the model. It has no `execute`, because only the gate runs tools. */
function describe(tool: Tool): ToolSet[string] {
  const known = described.get(tool);
  if (known) return known;
  const { description, input, schema = z.toJSONSchema(input, { io: 'input' }) } = tool;
  const made = { description, inputSchema: jsonSchema(schema as never) };
  described.set(tool, made);
  return made;
}

export const toolSetOf = (tools: ScopedTools): ToolSet =>
  Object.fromEntries([...tools.values()].map((tool) => [tool.name, describe(tool)]));
