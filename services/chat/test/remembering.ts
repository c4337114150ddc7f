/** A home with memory and skills, a chat beside it, and its settings. */
import { expect } from '@jest/globals';
import { type AgentCause, BY_USER, Computers, toAgentPath } from '@zo/computer-client';
import { rmSync } from 'node:fs';
import type { Harness } from './harness.js';
import { fine } from './scripted.js';

export const FACTS = 'Notes/Memory/facts.md';
export const skill = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: About ${name}\n${more}---\n\n# How\n`;

export const today = () => new Date().toISOString().slice(0, 10);

interface Memory {
  guide: { file_path: string } | null;
  facts: { file_path: string; text: string; chat: { id: string } | null; by_user: boolean; day: string | null }[];
  skills: { name: string }[];
  waiting: { file_path: string; kind: string; title: string; hash: string; source: string }[];
  unreadable: { name: string; problem: string }[];
}

export function remembering(at: Harness) {
  const me = () => ({ userId: at.userId, owner: true, actor: 'human' as const, requestId: 'test' });

  /** As its user does, or by somebody else. */
  const write = (path: string, text: string, cause: AgentCause = BY_USER) =>
    at.service.service.app.get(Computers).use(me(), (computer) =>
      computer.files.write({
        path: toAgentPath({ root: 'w', path: path.split('/') }),
        content: Buffer.from(text),
        base: { base: { case: 'any', value: true } },
        createParents: true,
        cause,
      }),
    );

  /** The system prompt of the answer to a new message, and the answer. */
  async function ask(more: Record<string, unknown> & { id?: string } = {}) {
    at.provider.script(fine);
    const answered = await at.me.ask('go', more);
    return { ...answered, prompt: promptOf(at.provider.requests.length - 1) };
  }

  const promptOf = (index: number) => {
    const [system] = at.provider.requests[index]!.request.messages;
    expect(system!.role).toBe('system');
    return typeof system!.content === 'string' ? system!.content : JSON.stringify(system!.content);
  };

  /** A run that calls the tool. */
  async function call(tool: string, args: object, more: Record<string, unknown> & { id?: string } = {}) {
    at.provider.script((answer) => {
      answer.call(`c-${crypto.randomUUID()}`, tool, args);
      answer.end('tool_calls');
    }, fine);
    const { parts, sent } = await at.me.ask('go', more);
    return { parts, sent, result: parts.flatMap((part) => (part.type === 'tool' ? [part.result] : []))[0] };
  }

  const memory = () => at.me.json<Memory>('/api/memory');
  const change = (json: object) => at.me.fetch('/api/memory/facts', { method: 'PUT', json });
  const keep = (json: object) => at.me.fetch('/api/memory/kept', { method: 'POST', json });
  const clear = () => {
    for (const name of ['Notes', 'skills', '.claude', 'AGENTS.md', 'work'])
      rmSync(at.workspace(name), { recursive: true, force: true });
  };
  return { write, ask, promptOf, call, memory, change, keep, clear };
}
