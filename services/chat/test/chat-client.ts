/** A chat client that works like the browser: send, follow, open. */
import type { TestFetch, TestService } from '@zo/testing';
import { applyEvent, type Part, type Provisional, type RunEvent } from '../src/shapes/parts.js';

export interface SentMessage {
  conversation_id: string;
  message_id: string;
  run_id: string;
  assistant_message_id: string;
}

export interface Followed {
  readonly events: (RunEvent & { seq: number })[];
  /** What was shown before it was stored. */
  readonly provisional: Provisional[];
  readonly parts: Part[];
  readonly text: string;
  readonly end: {
    status: string;
    error?: string;
    receipt?: {
      files: { path: string[]; change: string }[];
      commands: { cmd: string; exit_code: number | null }[];
      acts?: { kind: string; name: string; what: string; unknown: boolean }[];
      undo: string;
      tokens: { total: number };
    };
  };
}

export class ChatClient {
  readonly fetch: TestFetch;

  constructor(
    private readonly service: TestService,
    readonly userId: string,
    private readonly options: { owner?: boolean } = { owner: true },
  ) {
    this.fetch = service.as(userId, options);
  }

  async json<T = Record<string, never>>(path: string, init: Parameters<TestFetch>[1] = {}): Promise<T> {
    const response = await this.fetch(path, init);
    const body = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
    return (body === '' ? undefined : JSON.parse(body)) as T;
  }

  send(text: string, { id = 'new', ...more }: Record<string, unknown> & { id?: string } = {}): Promise<SentMessage> {
    return this.json<SentMessage>(`/api/conversations/${id}/messages`, { json: { text, ...more } });
  }

  /** Sends a message and waits for the end of the answer. */
  async ask(
    text: string,
    more: Record<string, unknown> & { id?: string } = {},
  ): Promise<Followed & { sent: SentMessage }> {
    const sent = await this.send(text, more);
    return { ...(await this.follow(sent.run_id)), sent };
  }

  /** Returns the events after `from`, until the run ends, `until` returns true, or provisional words are shown. */
  async follow(
    runId: string,
    {
      from = 0,
      until = () => false,
      untilProvisional = false,
    }: { from?: number; until?: (event: RunEvent & { seq: number }) => boolean; untilProvisional?: boolean } = {},
  ): Promise<Followed> {
    const abort = new AbortController();
    const token = await this.service.token(this.userId, this.options);
    const response = await fetch(`${this.service.url}/api/runs/${runId}/events?from=${from}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: abort.signal,
    });
    if (!response.ok) throw new Error(`events: ${response.status} ${await response.text()}`);
    const events: (RunEvent & { seq: number })[] = [];
    const provisional: Provisional[] = [];
    for await (const { id, type, data } of parseSse(response.body!)) {
      if (type === 'provisional') {
        provisional.push(data as Provisional);
        if (untilProvisional) break;
      }
      if (id === undefined) continue;
      const event = { seq: Number(id), type, data } as RunEvent & { seq: number };
      events.push(event);
      if (event.type === 'run.end' || until(event)) break;
    }
    abort.abort();
    const parts: Part[] = [];
    for (const event of events) applyEvent(parts, event);
    const last = events.at(-1);
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
    return {
      events,
      provisional,
      parts,
      text,
      end: (last?.type === 'run.end' ? last.data : { status: 'open' }) as Followed['end'],
    };
  }

  /** Adds the fake provider and prefers one of its models. */
  async useProvider(url: string, model = 'big'): Promise<string> {
    const { id } = await this.json<{ id: string }>('/api/models/providers', {
      json: {
        kind: 'openai-compatible',
        label: 'Fake',
        base_url: url,
        api_key: 'sk-canary-0123456789',
        models: [model],
      },
    });
    await this.json('/api/models/preference', { method: 'PUT', json: { value: `${id}:${model}` } });
    return id;
  }
}

interface Streamed {
  readonly id: string | undefined;
  readonly type: string;
  readonly data: unknown;
}

async function* parseSse(body: ReadableStream<Uint8Array>): AsyncGenerator<Streamed> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(bytes, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      if (fields['event']) yield { id: fields['id'], type: fields['event'], data: JSON.parse(fields['data']!) };
    }
  }
}
