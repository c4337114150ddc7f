/** The ledger: one row for each tool call a model requested, whatever its outcome. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import type { CommandEgress } from '@zo/computer-client';
import { findRows, repositoryOf } from '@zo/db';
import type { Location } from '@zo/proto/location';
import { In, IsNull, Not, Raw } from 'typeorm';
import { query } from '../../db/sql.js';
import { sanitise, type ToolState } from '../../shapes/parts.js';
import type { AskedKind } from '../../shapes/asked-kind.js';
import type { Source } from '../../shapes/labels.js';
import type { RanCommand } from '../../shapes/receipt.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import { askUser } from '../../tools/user/ask-user.tool.js';
import type { LeftToRun, Touched } from '../../tools/tool.js';
import type { Run } from './runs.repository.js';
import { type Decision, ToolCallRow, type TouchedPath } from './tool-call.entity.js';

export type CallRow = Pick<
  ToolCallRow,
  | 'id'
  | 'runId'
  | 'step'
  | 'callId'
  | 'tool'
  | 'args'
  | 'argsHash'
  | 'state'
  | 'decision'
  | 'result'
  | 'paths'
  | 'commands'
  | 'egress'
  | 'startedAt'
  | 'approvalId'
  | 'approvalReason'
  | 'approvalKind'
  | 'approvalDecision'
  | 'approvalUntil'
>;
export type NewCall = Pick<CallRow, 'id' | 'step' | 'callId' | 'tool' | 'args' | 'argsHash'>;
export type Answer = NonNullable<CallRow['approvalDecision']>;

interface NewDecision {
  readonly runId: string;
  readonly approvalId: string;
  readonly decision: Answer;
  readonly reply?: string;
  readonly argsHash?: string;
}

/** What a call has done so far. */
export interface Effects {
  readonly touched: Touched[];
  /** In the order in which they began. */
  readonly commands: RanCommand[];
  /** What the way out saw of each command that ended; undefined where nobody sees it. */
  readonly egress: (CommandEgress | undefined)[];
  /** Where files that were shown came from. */
  readonly sources: Source[];
  /** What its closed commands left to run later. */
  readonly leftToRun: LeftToRun[];
}

export const noEffects = (): Effects => ({ touched: [], commands: [], egress: [], sources: [], leftToRun: [] });

const IS_APP_TOOL = `(tool like 'mcp\\_%' or tool = 'use_app_tool')`;
const ASK_USER = askUser.name;

type ThreadRun = Pick<Run, 'id' | 'threadId'>;
/** The thread of a run; the run itself if it has none. */
export const threadOf = ({ id, threadId }: ThreadRun) => threadId ?? id;

@Injectable()
export class LedgerRepository {
  ofRun(ctx: Ctx, runId: string): Promise<CallRow[]> {
    return findRows(ctx, ToolCallRow, { where: { runId }, order: ['step', 'position'] });
  }

  /** Whether a run or its parts called a tool. */
  async hasCalls(ctx: Ctx, runId: string): Promise<boolean> {
    const [row] = await query<{ has: boolean }>(
      ctx,
      `select exists (select from tool_calls c join runs r on r.id = c.run_id
         where r.id = $1 or r.parent_run_id = $1) as has`,
      [runId],
    );
    return row!.has;
  }

  /** The calls of a run, and then those of the runs that do parts of its work. */
  async ofRunAndParts(ctx: Ctx, runId: string): Promise<CallRow[]> {
    const own = await this.ofRun(ctx, runId);
    const ofParts = Raw((column) => `${column} in (select id from runs where parent_run_id = :runId)`, { runId });
    const parts = await repositoryOf(ctx, ToolCallRow).find({
      where: { runId: ofParts },
      order: { createdAt: 'asc', step: 'asc', position: 'asc' },
    });
    return [...own, ...parts];
  }

  /** Marks a pending or approved call as running; false if it was started before, because no call may run twice. */
  async begin(ctx: Ctx, id: string, decision: Decision): Promise<boolean> {
    const { affected } = await repositoryOf(ctx, ToolCallRow).update(
      { id, state: In(['pending', 'approval']), startedAt: IsNull() },
      { state: 'running', decision, startedAt: () => 'now()' },
    );
    return affected === 1;
  }

  async requestApproval(
    ctx: Ctx,
    id: string,
    { approvalId, reason, kind, ms }: { approvalId: string; reason: string; kind: AskedKind; ms: number },
  ) {
    await repositoryOf(ctx, ToolCallRow)
      .createQueryBuilder()
      .update()
      .set({
        state: 'approval',
        approvalId,
        approvalReason: reason,
        approvalKind: kind,
        // A call may ask twice.
        approvalDecision: null,
        approvalUntil: () => 'now() + make_interval(secs => :seconds)',
      })
      .where({ id })
      .setParameters({ seconds: ms / 1_000 })
      .execute();
  }

  /** Stores the answer to an approval request: once, and only before it expires. */
  async decide(ctx: Ctx, { runId, approvalId, decision, reply, argsHash }: NewDecision): Promise<boolean> {
    const isOpen = {
      state: 'approval',
      // Only a command that has run, and a call of another program, ask about hosts, which may be allowed for longer.
      ...(decision.startsWith('approve_') && { startedAt: Raw((at) => `(${at} is not null or ${IS_APP_TOOL})`) }),
      // Only a question is replied to, and it is not answered without a reply.
      ...(argsHash !== undefined && { argsHash }),
      ...(decision !== 'deny' && { tool: reply === undefined ? Not(ASK_USER) : ASK_USER }),
      approvalDecision: IsNull(),
      approvalUntil: Raw((at) => `${at} > now()`),
    } as const;
    const { affected } = await repositoryOf(ctx, ToolCallRow).update(
      { runId, approvalId, ...isOpen },
      { approvalDecision: decision, approvalReply: reply === undefined ? null : sanitise(reply) },
    );
    return affected === 1;
  }

  byApproval(ctx: Ctx, { runId, approvalId }: { runId: string; approvalId: string }): Promise<CallRow | null> {
    return repositoryOf(ctx, ToolCallRow).findOneBy({ runId, approvalId });
  }

  async decisionOf(ctx: Ctx, id: string): Promise<Answer | undefined> {
    const select = { id: true, approvalDecision: true };
    const row = await repositoryOf(ctx, ToolCallRow).findOne({ select, where: { id } });
    return row?.approvalDecision ?? undefined;
  }

  /** What the user replied to a question in words. */
  async replyTo(ctx: Ctx, id: string): Promise<string | undefined> {
    const row = await repositoryOf(ctx, ToolCallRow).findOne({
      select: { id: true, approvalReply: true },
      where: { id },
    });
    return row?.approvalReply ?? undefined;
  }

  /** Stores the result of a call; returns the final decision. */
  async finish(
    ctx: Ctx,
    id: string,
    end: { state: ToolState; decision?: Decision; result: ToolResult; durationMs: number; effects: Effects },
  ): Promise<Decision> {
    const { state, decision, result, durationMs, effects } = end;
    const paths = effects.touched.map(({ path, kind, after }): TouchedPath => ({ ...path, kind, after }));
    const commands = sanitise(effects.commands);
    const egress = sanitise(effects.egress.flatMap((seen) => seen?.hosts ?? []));
    const { raw } = await repositoryOf(ctx, ToolCallRow)
      .createQueryBuilder()
      .update()
      .set({ state, ...(decision && { decision }), result: sanitise(result), durationMs, paths, commands, egress })
      .where({ id })
      .returning('decision')
      .execute();
    return (raw as { decision: Decision }[])[0]!.decision;
  }

  /** Closes the unfinished calls of an ended run. */
  async close(ctx: Ctx, runId: string): Promise<void> {
    const sql = `update tool_calls set state = 'error',
        decision = case when started_at is not null then 'unknown_outcome' else 'stopped' end
      where run_id = $1 and state in ('pending', 'approval', 'running')`;
    await query(ctx, sql, [runId]);
  }

  /** Stores what a call does before it does it, so that it is known also if the process dies meanwhile. */
  async setCommands(ctx: Ctx, id: string, commands: readonly RanCommand[]): Promise<void> {
    await repositoryOf(ctx, ToolCallRow).update({ id }, { commands: sanitise(commands) });
  }

  /** Returns the hash of a file as this run's thread last read or wrote it. */
  async lastSeen(ctx: Ctx, run: ThreadRun, path: Location): Promise<string | undefined> {
    // Looks into the paths of each call, which are one jsonb array.
    const rows = await query<{ after: string | null }>(
      ctx,
      `select p ->> 'after' as after from tool_calls c, jsonb_array_elements(c.paths) p
       where c.conversation_id = $1 and p ->> 'root' = $2 and p -> 'path' = $3::jsonb
       order by c.created_at desc, c.position desc limit 1`,
      [threadOf(run), path.root, JSON.stringify(path.path)],
    );
    return rows[0]?.after ?? undefined;
  }
}
