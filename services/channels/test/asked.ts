/** Questions of waiting runs, as chat tells of them, and their pages. */
import { type Harness, messageOf } from './harness.js';
import type { HostedPerson, HostedQuestion } from './hosted-people.js';

const LINK = /https:\/\/zo\.test(\/api\/approvals\/[\w-]{43})/;

export interface Page {
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
}

/** A command that a run of the user asks about. */
export const questionOf = (userId: string, more: Partial<HostedQuestion> = {}): HostedQuestion => ({
  userId,
  runId: crypto.randomUUID(),
  approvalId: crypto.randomUUID(),
  argsHash: 'hash',
  state: 'open',
  kind: 'command',
  reason: 'This chat has read a.test.',
  tool: 'run_bash_command',
  args: JSON.stringify({ cmd: 'echo <b>hi</b>\u202e' }),
  title: 'Trip',
  needsSession: false,
  inWords: false,
  ...more,
});

export function askedOf(at: () => Harness) {
  let serial = 0;
  /** A run of Ada waits. */
  function waits(more: Partial<HostedQuestion> = {}) {
    const question = questionOf(at().ada.userId, { title: `Trip ${++serial}`, ...more });
    at().hosted.questions.set(question.approvalId, question);
    return question;
  }
  const notice = (
    status: string,
    { runId, approvalId, argsHash, kind, title, userId }: HostedQuestion,
    ms = 3_600_000,
  ) => ({
    userId,
    runId,
    conversationId: crypto.randomUUID(),
    status,
    title,
    asked: { runId, approvalId, argsHash, kind, untilMs: BigInt(Date.now() + ms) },
  });

  /** The path of the link in the mail about a question. */
  async function mailed(question: HostedQuestion, ms?: number): Promise<string> {
    await at().fromChat('run.notice', notice('parked', question, ms));
    const { id } = await messageOf(at(), at().ada, ({ subject }) => subject === `Zo asks: ${question.title}`);
    const { body, state } = await at().json(at().ada, `/api/outbox/${id}`);
    if (state !== 'kept') throw new Error(`the mail is ${state}`);
    return LINK.exec(body)![1]!;
  }
  async function open(path: string, { who, form }: { who?: HostedPerson; form?: Record<string, string> } = {}) {
    const init = form && { method: 'POST', body: new URLSearchParams(form) };
    const request = who
      ? at().service.as(who.userId)
      : (address: string, given?: RequestInit) => fetch(`${at().service.url}${address}`, given);
    const answer = await request(path, init);
    return { status: answer.status, html: await answer.text(), headers: answer.headers } satisfies Page;
  }
  return { waits, notice, mailed, open };
}
