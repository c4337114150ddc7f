/** Questions to the person: bound to user, run, call and arguments, answered once, within ten minutes. */
import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { CHAT_CONFIG, type ChatConfig } from '../../config.js';
import { ConversationsRepository } from '../../origins/chat/conversations/conversations.repository.js';
import { chatErrors } from '../../errors.js';
import { Live } from '../../origins/chat/live.js';
import { RunsRepository } from '../store/runs.repository.js';
import { addressOf, type HomePath } from '../../tools/paths.js';
import type { GateRun } from './gate-run.js';
import { type CallRow, LedgerRepository } from '../store/ledger.repository.js';

const channel = (approvalId: string) => `approval:${approvalId}`;
/** A lost message is noticed this late. */
const LOOK_MS = 2_000;

@Injectable()
export class Approvals {
  @Inject() private readonly database!: Database;
  @Inject() private readonly ledger!: LedgerRepository;
  @Inject() private readonly runs!: RunsRepository;
  @Inject() private readonly conversations!: ConversationsRepository;
  @Inject() private readonly live!: Live;
  @Inject(CACHE) private readonly cache!: Cache;
  @Inject(CHAT_CONFIG) private readonly config!: ChatConfig;

  /**
   * Shows the question and waits for the answer. A question that was open when a worker ended is asked on, not anew.
   * @throws when the run is cut short meanwhile
   */
  async ask(at: GateRun, call: CallRow, reason: string): Promise<'approved' | 'denied' | 'expired'> {
    const approvalId = call.approvalId ?? crypto.randomUUID();
    const until = call.approvalUntil?.getTime() ?? Date.now() + this.config.ZO_APPROVAL_MS;
    let heard: () => void = () => undefined;
    const unsubscribe = await this.cache.subscribe(channel(approvalId), () => heard());
    try {
      await this.database.tx(at.ctx, async (ctx) => {
        if (!call.approvalId)
          await this.ledger.ask(ctx, call.id, { approvalId, reason, ms: this.config.ZO_APPROVAL_MS });
        await this.runs.setStatus(ctx, at.run.id, 'waiting');
      });
      if (!call.approvalId)
        at.log.add('tool.approval', { call_id: call.callId, approval_id: approvalId, reason, args: call.args });
      this.tell(at, 'waiting');
      for (;;) {
        const decision = await this.database.read(at.ctx, (ctx) => this.ledger.decisionOf(ctx, call.id));
        if (decision) return decision === 'approve' ? 'approved' : 'denied';
        // Nobody was silent: the run ended, or goes on elsewhere with the question still open.
        at.signal.throwIfAborted();
        const left = until - Date.now();
        if (left <= 0) return 'expired';
        await nudge(Math.min(LOOK_MS, left), at.signal, (wake) => (heard = wake));
      }
    } finally {
      unsubscribe();
      if (!at.log.lost) await this.database.tx(at.ctx, (ctx) => this.runs.setStatus(ctx, at.run.id, 'running'));
      this.tell(at, 'running');
    }
  }

  /** @throws chat.approval_gone when it was answered before, is too old, or belongs to another run. */
  async decide(
    ctx: Ctx,
    runId: string,
    { approvalId, decision }: { approvalId: string; decision: 'approve' | 'deny' },
  ): Promise<void> {
    const decided = await this.database.tx(ctx, async (tx) => {
      const found = await this.ledger.decide(tx, runId, approvalId, decision);
      if (found) audit(tx, 'approval.answered', approvalId, { decision });
      return found;
    });
    if (!decided) throw chatErrors.approvalGone();
    await this.cache.publish(channel(approvalId), decision);
  }

  async markTainted(ctx: Ctx, conversationId: string): Promise<void> {
    await this.conversations.setTainted(ctx, conversationId);
  }

  async link(ctx: Ctx, conversationId: string, paths: readonly HomePath[]): Promise<void> {
    if (paths.length > 0) await this.conversations.linkFiles(ctx, conversationId, [...new Set(paths.map(addressOf))]);
  }

  private tell(at: GateRun, status: 'waiting' | 'running'): void {
    this.live.conversation(at.run.userId, { id: at.run.conversationId, change: 'run', run_id: at.run.id, status });
  }
}

function nudge(ms: number, signal: AbortSignal, register: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    register(wake);
    signal.addEventListener('abort', wake, { once: true });
    if (signal.aborted) wake();
  });
}
