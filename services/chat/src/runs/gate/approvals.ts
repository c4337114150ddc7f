/** Approval requests: bound to user, run, call and arguments, answered once, within a day. */
import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { CHAT_CONFIG, type ChatConfig } from '../../config.js';
import { chatErrors } from '../../errors.js';
import type { AskedKind } from '../../shapes/asked-kind.js';
import type { ApprovalAnswer, ApprovalText } from '../../shapes/parts.js';
import { ParkedError } from '../store/parked.error.js';
import type { CallRow } from '../store/ledger.repository.js';
import { RunChannels } from '../store/run-channels.js';
import { RunStore } from '../store/run-store.js';
import { Bell } from './bell.js';
import type { GateRun } from './gate-run.js';

/** After so many times no, an answer asks nothing more. */
export const MAX_NOES = 3;
/** Interval at which an answer is polled whose message was lost. */
const POLL_MS = 2_000;
/** A call that has run waits for so long at most: its result is in memory. */
const MAX_HELD_MS = 10 * 60_000;

/** The answer of a user. */
export interface Decided {
  readonly approvalId: string;
  readonly decision: ApprovalAnswer;
  /** Words, where the request was a question in words. */
  readonly reply?: string;
  /** Of the arguments that the user was shown, where that was not in the chat. */
  readonly argsHash?: string;
  /** The channel on which the answer came. */
  readonly via?: 'email' | 'sms' | 'push' | 'telegram';
}

/** What is asked. */
export interface Question {
  readonly reason: string;
  readonly kind: AskedKind;
  /** Whether the chat may reach these; the command has run without. */
  readonly hosts?: readonly string[];
  /** Whether these may run by themselves later. */
  readonly files?: readonly string[];
  /** What is in the first of them. */
  readonly texts?: readonly ApprovalText[];
  /** The call has run already, so that its run cannot be parked. */
  readonly isHeld?: true;
}

/** Origins whose user does not look on: such a run waits without a worker from the first moment. */
const UNWATCHED: ReadonlySet<string> = new Set(['schedule', 'email', 'sms']);

@Injectable()
export class Approvals {
  constructor(
    private readonly store: RunStore,
    private readonly channels: RunChannels,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
  ) {}

  /**
   * Requests an approval and waits for the answer. A request that was open when its worker died is continued, not
   * repeated.
   * @throws ParkedError if the user takes long, and if the run is aborted meanwhile
   */
  async requestApproval(at: GateRun, call: CallRow, question: Question): Promise<ApprovalAnswer | 'expired'> {
    // Questions that come again and again are answered with yes in the end, only to be rid of them.
    if (at.noes >= MAX_NOES && !openRequestOf(call, question)) return 'deny';
    const answer = await this.answerTo(at, call, question);
    if (answer === 'deny' || answer === 'expired') at.noes++;
    return answer;
  }

  private async answerTo(at: GateRun, call: CallRow, question: Question): Promise<ApprovalAnswer | 'expired'> {
    const { reason, kind, hosts, files, texts, isHeld } = question;
    const open = openRequestOf(call, question);
    const approvalId = open?.id ?? crypto.randomUUID();
    const ms = isHeld ? Math.min(this.config.ZO_APPROVAL_MS, MAX_HELD_MS) : this.config.ZO_APPROVAL_MS;
    const until = open?.until ?? Date.now() + ms;
    const asked = { runId: at.run.id, approvalId, argsHash: call.argsHash, kind, until: new Date(until) };
    const patience = UNWATCHED.has(at.run.origin) ? 0 : this.config.ZO_PARK_MS;
    const awayAt = Date.now() + patience;
    let isAway = false;
    let status: 'running' | 'waiting' = 'running';
    const bell = new Bell();
    const unsubscribe = await this.channels.onDecision(approvalId, bell.ring);
    try {
      await this.store.database.tx(at.ctx, async (ctx) => {
        if (!open) await this.store.ledger.requestApproval(ctx, call.id, { approvalId, reason, kind, ms });
        await this.store.runs.setStatus(ctx, at.run.id, 'waiting');
        await at.origin.waits?.(ctx, at.run, { status: 'waiting', asked });
      });
      if (!open)
        at.log.add('tool.approval', {
          call_id: call.callId,
          approval_id: approvalId,
          reason,
          args: call.args,
          ...(hosts && { hosts: [...hosts] }),
          ...(files && { files: [...files] }),
          ...(texts && { texts: [...texts] }),
          until: asked.until.toISOString(),
        });
      at.origin.announce(at.run, { status: 'waiting' });
      for (;;) {
        const decision = await this.store.database.read(at.ctx, (ctx) => this.store.ledger.decisionOf(ctx, call.id));
        if (decision) return decision;
        // An abort does not expire the request: another worker may continue the run with the request still open.
        at.signal.throwIfAborted();
        const left = until - Date.now();
        if (left <= 0) return 'expired';
        if (!isAway && Date.now() >= awayAt) {
          isAway = true;
          if (!isHeld) {
            status = 'waiting';
            throw new ParkedError();
          }
          // It is not parked, but its user is as far away.
          await this.store.database.tx(at.ctx, async (ctx) => {
            await at.origin.waits?.(ctx, at.run, { status: 'parked', asked });
          });
        }
        await bell.wait(Math.min(POLL_MS, left, isAway ? left : awayAt - Date.now()), at.signal);
      }
    } finally {
      unsubscribe();
      if (!at.log.lost)
        await this.store.database.tx(at.ctx, async (ctx) => {
          await this.store.runs.setStatus(ctx, at.run.id, status);
          await at.origin.waits?.(ctx, at.run, status === 'running' ? { status } : { status: 'parked', asked });
        });
      at.origin.announce(at.run, { status });
    }
  }

  /** Asks the user in words; undefined if nobody replies. @throws if the run is aborted meanwhile */
  async askInWords(at: GateRun, call: CallRow, question: string): Promise<string | undefined> {
    const answer = await this.requestApproval(at, call, { reason: question, kind: 'question' });
    if (answer !== 'approve') return undefined;
    return this.store.database.read(at.ctx, (ctx) => this.store.ledger.replyTo(ctx, call.id));
  }

  /** @throws chat.approval_gone if the request was answered before, has expired, or belongs to another run */
  async decide(ctx: Ctx, runId: string, answer: Decided): Promise<void> {
    const { approvalId, decision, via } = answer;
    await this.store.database.tx(ctx, (tx) =>
      this.store.parking.unpark(tx, runId, async () => {
        const found = await this.store.ledger.decide(tx, { runId, ...answer });
        if (!found || (await this.store.parking.isPartOfEnded(tx, runId))) throw chatErrors.approvalGone();
        audit(tx, 'approval.answered', { target: approvalId, decision, ...(via && { via }) });
      }),
    );
    await Promise.all([this.channels.publishDecision(approvalId), this.channels.publishUnparked(runId)]);
  }
}

/**
 * The request that was open when the last worker stopped. A call that has run is never resumed, so what it asks
 * afterwards is new: the answer from before it ran says nothing about it.
 */
function openRequestOf(
  { approvalId, approvalUntil }: CallRow,
  { isHeld }: Question,
): { readonly id: string; readonly until: number | undefined } | undefined {
  return approvalId === null || isHeld ? undefined : { id: approvalId, until: approvalUntil?.getTime() };
}
