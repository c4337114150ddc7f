/** ApprovalService: channels show what a waiting run asks, and bring the answer of its user. */
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { isServiceError } from '@zo/errors';
import type { DecideApprovalRequest, GetApprovalRequest } from '@zo/proto/chat/v1';
import { rpcCtx } from '@zo/rpc';
import { z } from 'zod';
import { Approvals } from '../../runs/gate/approvals.js';
import type { CallRow } from '../../runs/store/ledger.repository.js';
import { approvalEvent } from '../../runs/store/run-events.repository.js';
import { RunStore } from '../../runs/store/run-store.js';
import { needsSession } from '../../shapes/asked-kind.js';
import { callEvents } from '../../shapes/parts.js';
import { askUser } from '../../tools/user/ask-user.tool.js';
import { ChatStore } from '../chat/chat-store.js';

const MAX_REPLY = 10_000;
const ids = z.object({ runId: z.uuid(), approvalId: z.uuid() });
const answered = ids
  .extend({
    argsHash: z.string().min(1).max(200),
    decision: z.enum(['approve', 'deny']),
    reply: z.string().trim().max(MAX_REPLY),
    via: z.enum(['email', 'sms', 'push', 'telegram']),
  })
  .refine(({ decision, reply }) => reply === '' || decision === 'approve');

@Injectable()
export class ApprovalsRpc {
  constructor(
    private readonly runs: RunStore,
    private readonly chats: ChatStore,
    private readonly approvals: Approvals,
  ) {}

  async get(request: GetApprovalRequest, { values }: HandlerContext) {
    const ctx = callerOf(values.get(rpcCtx));
    const { data } = ids.safeParse(request);
    const found = data && (await this.chats.database.read(ctx, (tx) => this.find(tx, data)));
    if (!found) throw new ConnectError('there is no such question', Code.NotFound);
    const { call, event, conversation } = found;
    const state = stateOf(call);
    // The line is on its way: what is not shown whole is not shown.
    if (state === 'open' && !event) throw new ConnectError('the question is not stored yet', Code.Unavailable);
    return {
      state,
      decision: call.approvalDecision ?? '',
      kind: call.approvalKind ?? '',
      reason: call.approvalReason ?? '',
      tool: call.tool,
      args: JSON.stringify(call.args),
      argsHash: call.argsHash,
      hosts: event?.hosts ?? [],
      files: event?.files ?? [],
      texts: (event?.texts ?? []).map(({ is_cut: isCut, ...text }) => ({ ...text, isCut })),
      inWords: call.tool === askUser.name,
      needsSession: needsSession(call.approvalKind),
      title: conversation?.title ?? '',
      conversationId: conversation?.id ?? '',
    };
  }

  async decide(request: DecideApprovalRequest, { values }: HandlerContext) {
    const ctx = callerOf(values.get(rpcCtx));
    const { data } = answered.safeParse(request);
    if (!data) throw new ConnectError('that is no answer', Code.InvalidArgument);
    const { runId, reply, ...answer } = data;
    const run = await this.chats.database.read(ctx, (tx) => this.runs.runs.byId(tx, runId));
    if (run?.userId !== ctx.userId) throw new ConnectError('there is no such question', Code.NotFound);
    try {
      await this.approvals.decide(ctx, runId, { ...answer, ...(reply !== '' && { reply }) });
    } catch (error) {
      if (!isServiceError(error, 'chat.approval_gone')) throw error;
      throw new ConnectError('it was answered before, or has expired', Code.FailedPrecondition);
    }
    return {};
  }

  private async find(tx: Ctx, asked: z.infer<typeof ids>) {
    const run = await this.runs.runs.byId(tx, asked.runId);
    const call = run?.userId === tx.userId ? await this.runs.ledger.byApproval(tx, asked) : null;
    if (!run || !call) return undefined;
    const { data: event } = callEvents['tool.approval'].safeParse(
      await approvalEvent(tx, asked.runId, asked.approvalId),
    );
    const parent = run.parentRunId === null ? run : await this.runs.runs.byId(tx, run.parentRunId);
    const threadId = parent?.threadId;
    const conversation = threadId ? await this.chats.conversations.byId(tx, threadId) : undefined;
    return { call, event, conversation };
  }
}

function stateOf({ state, approvalDecision, approvalUntil }: CallRow): 'open' | 'answered' | 'expired' {
  if (approvalDecision !== null) return 'answered';
  if ((approvalUntil?.getTime() ?? 0) <= Date.now()) return 'expired';
  return state === 'approval' ? 'open' : 'answered';
}

/** @throws Unauthenticated */
function callerOf(ctx: Ctx | undefined): Ctx {
  if (!ctx) throw new ConnectError('an internal token is needed', Code.Unauthenticated);
  return ctx;
}
