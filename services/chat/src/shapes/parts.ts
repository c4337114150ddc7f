/** The parts of an answer, and how they are built from the events of its run. */
import { z } from 'zod';
import { asked } from './asked.js';
import { receipt } from './receipt.js';
import { toolResult } from './tool-result.js';
import { answeredAs } from './zofile.js';

const toolState = z.enum(['pending', 'approval', 'running', 'done', 'error', 'denied']).meta({ id: 'ToolState' });
export type ToolState = z.infer<typeof toolState>;

/** `approve_chat`: for the rest of the chat, where the question is about hosts. */
export const approvalAnswer = z.enum(['approve', 'approve_chat', 'deny']);
export type ApprovalAnswer = z.infer<typeof approvalAnswer>;

const toolPart = z
  .strictObject({
    type: z.literal('tool'),
    call_id: z.string(),
    tool: z.string(),
    args: z.unknown(),
    state: toolState,
    result: toolResult.optional(),
    /** Output of a command while it runs. */
    output: z.string().optional(),
    started_at: z.string().optional(),
    duration_ms: z.number().optional(),
    approval: z.strictObject({ id: z.string(), reason: z.string(), hosts: z.array(z.string()).optional() }).optional(),
  })
  .meta({ id: 'ToolPart' });
export type ToolPart = z.infer<typeof toolPart>;

export const part = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: z.string() }),
    z.strictObject({ type: z.literal('reasoning'), text: z.string() }),
    toolPart,
    /** Earlier messages, as the model is sent them from here on. `before_step`: the first step that stays as it was. */
    z.strictObject({ type: z.literal('summary'), text: z.string(), before_step: z.int().nullable() }),
    /** What the user said while the answer was written. */
    asked.extend({ type: z.literal('steer'), id: z.uuid() }),
  ])
  .meta({ id: 'Part' });
export type Part = z.infer<typeof part>;

export const runStatus = z
  .enum(['running', 'waiting', 'complete', 'stopped', 'failed', 'interrupted'])
  .meta({ id: 'RunStatus' });
export type RunStatus = z.infer<typeof runStatus>;

const callId = z.string();
/** Data of each kind of event, as sent to browsers. */
export const runEvents = z
  .strictObject({
    'run.started': z.strictObject({ message_id: z.string(), model: z.string(), zofile: answeredAs.optional() }),
    'run.resumed': z.strictObject({ attempt: z.number() }),
    'text.delta': z.strictObject({ message_id: z.string(), text: z.string() }),
    'reasoning.delta': z.strictObject({ message_id: z.string(), text: z.string() }),
    'tool.start': z.strictObject({ call_id: callId, tool: z.string(), args: z.unknown(), started_at: z.string() }),
    'tool.approval': z.strictObject({
      call_id: callId,
      approval_id: z.string(),
      reason: z.string(),
      args: z.unknown(),
      /** The question is whether the chat may reach these; its command has run without. */
      hosts: z.array(z.string()).optional(),
    }),
    'tool.running': z.strictObject({ call_id: callId }),
    'tool.output': z.strictObject({ call_id: callId, stream: z.enum(['stdout', 'stderr']), text: z.string() }),
    'tool.end': z.strictObject({ call_id: callId, state: toolState, result: toolResult, duration_ms: z.number() }),
    'step.end': z.strictObject({ usage: z.strictObject({ input: z.number(), output: z.number(), total: z.number() }) }),
    /** What the user said meanwhile, as the next step is shown it. */
    steer: asked.extend({ id: z.uuid() }),
    summary: z.strictObject({ text: z.string(), before_step: z.int().nullable() }),
    'run.end': z.strictObject({ status: runStatus, error: z.string().optional(), receipt: receipt.optional() }),
  })
  .meta({ id: 'RunEvents', description: 'Data of each kind of event' });
export type RunEvents = z.infer<typeof runEvents>;

export type RunEventType = keyof RunEvents;
export type RunEvent = { [K in RunEventType]: { type: K; data: RunEvents[K] } }[RunEventType];

const LIVE_OUTPUT_CHARS = 20_000;

/** Applies one event to the parts of a message, in place. */
export function applyEvent(parts: Part[], event: RunEvent): void {
  if (event.type === 'text.delta') return appendText(parts, 'text', event.data.text);
  if (event.type === 'reasoning.delta') return appendText(parts, 'reasoning', event.data.text);
  if (event.type === 'tool.start') {
    const { call_id, tool, args, started_at } = event.data;
    parts.push({ type: 'tool', call_id, tool, args, started_at, state: 'pending' });
    return;
  }
  if (event.type === 'summary') return void parts.push({ type: 'summary', ...event.data });
  if (event.type === 'steer') return void parts.push({ type: 'steer', ...event.data });
  if (!event.type.startsWith('tool.')) return;
  applyToCall(parts, event);
}

function applyToCall(parts: Part[], event: RunEvent): void {
  const callId = (event.data as { call_id: string }).call_id;
  const part = parts.findLast(
    (candidate): candidate is ToolPart => candidate.type === 'tool' && candidate.call_id === callId,
  );
  if (!part) return;
  if (event.type === 'tool.approval') {
    part.state = 'approval';
    const { approval_id: id, reason, hosts } = event.data;
    part.approval = { id, reason, ...(hosts && { hosts }) };
  } else if (event.type === 'tool.running') {
    part.state = 'running';
    delete part.approval;
  } else if (event.type === 'tool.output') {
    part.output = ((part.output ?? '') + event.data.text).slice(-LIVE_OUTPUT_CHARS);
  } else if (event.type === 'tool.end') {
    part.state = event.data.state;
    part.result = event.data.result;
    part.duration_ms = event.data.duration_ms;
    delete part.output;
    delete part.approval;
  }
}

function appendText(parts: Part[], type: 'text' | 'reasoning', text: string): void {
  const last = parts.at(-1);
  if (last?.type === type) last.text += text;
  else parts.push({ type, text });
}

/** Returns the parts after all these events. */
export function foldEvents(events: Iterable<RunEvent>): Part[] {
  const parts: Part[] = [];
  for (const event of events) applyEvent(parts, event);
  return parts;
}

/** Returns the plain text of an answer. */
export const textOf = (parts: readonly Part[]) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');

/**
 * Makes a value storable as Postgres jsonb: replaces null characters and unpaired surrogates, which the output of a
 * model or a command may contain.
 */
export function sanitise<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u0000', '\uFFFD').toWellFormed() as T;
  if (Array.isArray(value)) return value.map(sanitise) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [sanitise(key), sanitise(item)])) as T;
}
