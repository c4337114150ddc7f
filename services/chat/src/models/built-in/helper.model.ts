/**
 * The built-in helper: not a language model, but implements the same interface, so that its calls pass the same loop
 * and gate. It understands a few plain forms of requests and says so when it does not understand one.
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { type DoneCall, nextCall, parseRequests, type PlannedCall, type Request } from './requests.js';
import { CAPABILITIES, summarise } from './summary.js';

export class HelperModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = 'zo';
  readonly modelId = 'helper';
  readonly supportedUrls = {};

  async doGenerate(): Promise<never> {
    throw new Error('the built-in helper only streams');
  }

  async doStream({
    prompt,
  }: LanguageModelV4CallOptions): Promise<{ stream: ReadableStream<LanguageModelV4StreamPart> }> {
    return { stream: ReadableStream.from(answer(prompt)) as ReadableStream<LanguageModelV4StreamPart> };
  }
}

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

async function* answer(prompt: LanguageModelV4Prompt): AsyncGenerator<LanguageModelV4StreamPart> {
  const { message, done } = readTurn(prompt);
  const requests = parseRequests(message);
  yield { type: 'stream-start', warnings: [] };
  const step = requests ? advance(requests, done) : { summary: CAPABILITIES };
  if ('call' in step) {
    const toolCallId = `helper-${crypto.randomUUID()}`;
    yield { type: 'tool-call', toolCallId, toolName: step.call.tool, input: JSON.stringify(step.call.args) };
    yield { type: 'finish', usage, finishReason: { unified: 'tool-calls', raw: undefined } };
    return;
  }
  yield { type: 'text-start', id: '1' };
  for (const line of step.summary.split(/(?<=\n)/)) yield { type: 'text-delta', id: '1', delta: line };
  yield { type: 'text-end', id: '1' };
  yield { type: 'finish', usage, finishReason: { unified: 'stop', raw: undefined } };
}

/** Returns the next call, or a summary once all requests are done. */
function advance(requests: readonly Request[], done: readonly DoneCall[]): { call: PlannedCall } | { summary: string } {
  let rest = done;
  const summaries: string[] = [];
  for (const request of requests) {
    const mine: DoneCall[] = [];
    let call = nextCall(request, mine);
    while (call && rest.length > 0) {
      mine.push(rest[0]!);
      rest = rest.slice(1);
      call = nextCall(request, mine);
    }
    if (call) return { call };
    summaries.push(summarise(request, mine));
  }
  return { summary: summaries.join('\n\n') };
}

/** Returns the last message of the user and the calls made for it since. */
function readTurn(prompt: LanguageModelV4Prompt): { message: string; done: DoneCall[] } {
  const start = prompt.findLastIndex(({ role }) => role === 'user');
  const user = prompt[start];
  const texts = user?.role === 'user' ? user.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [];
  const calls = new Map<string, { tool: string; args: Record<string, unknown> }>();
  const done: DoneCall[] = [];
  for (const message of prompt.slice(start + 1)) {
    if (message.role === 'assistant') {
      for (const part of message.content) {
        if (part.type === 'tool-call')
          calls.set(part.toolCallId, { tool: part.toolName, args: part.input as Record<string, unknown> });
      }
    }
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type !== 'tool-result') continue;
      const output = 'value' in part.output ? String(part.output.value) : '';
      const failed = part.output.type === 'error-text' ? (/\((\w+)\)$/.exec(output)?.[1] ?? 'failed') : undefined;
      done.push({ ...(calls.get(part.toolCallId) ?? { tool: part.toolName, args: {} }), output, failed });
    }
  }
  return { message: withoutContext(texts.join('\n')), done };
}

/** Removes the files in view and pasted text that precede the user's own words. */
const withoutContext = (text: string) =>
  text
    .replace(/^The person has these files in view:\n(?:<file [\s\S]*?<\/file>\n?)+/, '')
    .replace(/<pasted [\s\S]*?<\/pasted>\n*/g, '')
    .trim();
