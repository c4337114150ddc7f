import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { query } from '../../db/sql.js';
import type { RanCommand } from '../../shapes/receipt.js';
import { FILE_VARIABLE } from '../../shapes/run-script.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import { runScript } from './run-script.tool.js';

/** What the steps of a run that are scripts are stored with. */
export const SCRIPT_STEP = 'script';

export interface ScriptCall {
  readonly args: { readonly script: string; readonly env: Readonly<Record<string, string>> };
  readonly state: string;
  readonly decision: string | null;
  readonly result: ToolResult | null;
  readonly commands: readonly RanCommand[];
  readonly durationMs: number | null;
}

@Injectable()
export class ScriptsRepository {
  /** In order. */
  ofRun(ctx: Ctx, runId: string): Promise<ScriptCall[]> {
    return query<ScriptCall>(
      ctx,
      `select c.args, c.state, c.decision, c.result, c.commands, c.duration_ms as "durationMs"
       from tool_calls c join run_steps s on s.run_id = c.run_id and s.step = c.step
       where c.run_id = $1 and s.finish_reason = '${SCRIPT_STEP}' order by c.step`,
      [runId],
    );
  }

  /**
   * What the same script with the same inputs printed when it last succeeded in another run; undefined: it never did.
   * The file that started a run is another one each time, and no input. A rehearsal is no run to compare with.
   */
  async printedBefore(
    ctx: Ctx,
    { routineId, runId, args }: { routineId: string; runId: string; args: ScriptCall['args'] },
  ): Promise<string | undefined> {
    const [row] = await query<{ stdout: string }>(
      ctx,
      `select c.result -> 'items' ->> 0 as stdout
       from routine_runs q join tool_calls c on c.conversation_id = q.conversation_id
       where q.user_id = $1 and q.routine_id = $2 and c.run_id <> $3 and c.tool = '${runScript.name}'
         and c.args ->> 'script' = $4 and (c.args -> 'env') - '${FILE_VARIABLE}' = $5::jsonb - '${FILE_VARIABLE}'
         and not c.args ? 'before' and c.state = 'done' and c.commands -> -1 ->> 'exit_code' = '0'
       order by c.started_at desc limit 1`,
      [ctx.userId, routineId, runId, args.script, JSON.stringify(args.env)],
    );
    return row?.stdout;
  }
}
