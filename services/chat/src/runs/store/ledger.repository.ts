/** The ledger: one row for each tool call a model requested, whatever its outcome. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { query } from '../../db/sql.js';
import { sanitise, type ToolState } from '../../shapes/parts.js';
import type { Location } from '@zo/proto/location';
import type { ToolResult } from '../../shapes/tool-result.js';
import type { Touched } from '../../tools/tool.js';
import type { Run } from './runs.repository.js';

export type Decision =
  | 'run'
  | 'approved'
  | 'denied'
  | 'expired'
  | 'invalid'
  | 'out_of_scope'
  | 'over_budget'
  | 'repeated'
  | 'unknown_outcome'
  | 'stopped';

export interface CallRow {
  readonly id: string;
  readonly runId: string;
  readonly step: number;
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
  readonly argsHash: string;
  readonly state: ToolState;
  readonly decision: Decision | null;
  readonly result: ToolResult | null;
  readonly paths: readonly TouchedPath[];
  readonly approvalId: string | null;
  readonly approvalReason: string | null;
  readonly approvalDecision: 'approve' | 'deny' | null;
  readonly approvalUntil: Date | null;
}

export interface TouchedPath extends Location {
  readonly kind: Touched['kind'];
  readonly before?: string | null;
  readonly after: string | null;
}

export interface FileVersion extends Location {
  readonly existed: boolean;
  readonly content: Buffer | null;
  readonly afterHash: string | null;
}

export type NewCall = Pick<CallRow, 'id' | 'step' | 'callId' | 'tool' | 'args' | 'argsHash'>;

const COLUMNS = `id, run_id as "runId", step, call_id as "callId", tool, args, args_hash as "argsHash", state, decision, result, paths,
  approval_id as "approvalId", approval_reason as "approvalReason", approval_decision as "approvalDecision", approval_until as "approvalUntil"`;

type ThreadRun = Pick<Run, 'id' | 'threadId'>;
/** `tool_calls.conversation_id`. */
const threadOf = ({ id, threadId }: ThreadRun) => threadId ?? id;

@Injectable()
export class LedgerRepository {
  /** Inserts the calls of a finished step. Unique by (run, step, call). */
  async insert(ctx: Ctx, run: ThreadRun, calls: readonly NewCall[]): Promise<void> {
    for (const [position, call] of calls.entries()) {
      await query(
        ctx,
        `insert into tool_calls (id, user_id, run_id, conversation_id, step, call_id, tool, args, args_hash, state, position)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', $10)`,
        [
          call.id,
          ctx.userId,
          run.id,
          threadOf(run),
          call.step,
          call.callId,
          call.tool,
          JSON.stringify(call.args ?? null),
          call.argsHash,
          position,
        ],
      );
    }
  }

  ofRun(ctx: Ctx, runId: string): Promise<CallRow[]> {
    return query<CallRow>(ctx, `select ${COLUMNS} from tool_calls where run_id = $1 order by step, position`, [runId]);
  }

  /** Marks a pending or approved call as running; false if it was started before, because no call may run twice. */
  async begin(ctx: Ctx, id: string, decision: Decision): Promise<boolean> {
    const rows = await query(
      ctx,
      `update tool_calls set state = 'running', decision = $2, started_at = now() where id = $1 and state in ('pending', 'approval') returning 1`,
      [id, decision],
    );
    return rows.length === 1;
  }

  async ask(ctx: Ctx, id: string, question: { approvalId: string; reason: string; ms: number }): Promise<void> {
    await query(
      ctx,
      `update tool_calls set state = 'approval', approval_id = $2, approval_reason = $3,
       approval_until = now() + make_interval(secs => $4::float8 / 1000) where id = $1`,
      [id, question.approvalId, question.reason, question.ms],
    );
  }

  /** Stores the answer to an approval request: once, and only before it expires. */
  async decide(ctx: Ctx, runId: string, approvalId: string, decision: 'approve' | 'deny'): Promise<boolean> {
    const rows = await query(
      ctx,
      `update tool_calls set approval_decision = $3
       where run_id = $1 and approval_id = $2 and approval_decision is null and state = 'approval' and approval_until > now() returning 1`,
      [runId, approvalId, decision],
    );
    return rows.length === 1;
  }

  async decisionOf(ctx: Ctx, id: string): Promise<'approve' | 'deny' | undefined> {
    const sql = 'select approval_decision as decision from tool_calls where id = $1';
    return (await query<{ decision: 'approve' | 'deny' | null }>(ctx, sql, [id]))[0]?.decision ?? undefined;
  }

  /** Stores the result of a call; returns the final decision. */
  async finish(
    ctx: Ctx,
    id: string,
    end: { state: ToolState; decision?: Decision; result: ToolResult; durationMs: number; touched: readonly Touched[] },
  ): Promise<Decision> {
    const paths = end.touched.map(({ path, kind, before, after }): TouchedPath => ({ ...path, kind, before, after }));
    const rows = await query<{ decision: Decision }>(
      ctx,
      `update tool_calls set state = $2, decision = coalesce($3, decision), result = $4, duration_ms = $5, paths = $6 where id = $1 returning decision`,
      [
        id,
        end.state,
        end.decision ?? null,
        JSON.stringify(sanitise(end.result)),
        end.durationMs,
        JSON.stringify(paths),
      ],
    );
    return rows[0]!.decision;
  }

  /** Closes the unfinished calls of an ended run. */
  async close(ctx: Ctx, runId: string): Promise<void> {
    await query(
      ctx,
      `update tool_calls set decision = case when state = 'running' then 'unknown_outcome' else 'stopped' end, state = 'error'
       where run_id = $1 and state in ('pending', 'approval', 'running')`,
      [runId],
    );
  }

  /** Stores the content of a file before a call writes it. */
  async keepVersion(
    ctx: Ctx,
    run: { id: string },
    call: string,
    { path, before, content, after }: Touched,
  ): Promise<void> {
    await query(
      ctx,
      `insert into file_versions (user_id, run_id, call, root, path, existed, content, after_hash) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ctx.userId,
        run.id,
        call,
        path.root,
        JSON.stringify(path.path),
        before !== null,
        content ? Buffer.from(content) : null,
        after,
      ],
    );
  }

  versionsOf(ctx: Ctx, runId: string): Promise<FileVersion[]> {
    const sql = `select root, path, existed, content, after_hash as "afterHash" from file_versions where run_id = $1 order by id`;
    return query<FileVersion>(ctx, sql, [runId]);
  }

  /** Returns the hash of a file as this run's thread last read or wrote it. */
  async lastSeen(ctx: Ctx, run: ThreadRun, path: Location): Promise<string | undefined> {
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
