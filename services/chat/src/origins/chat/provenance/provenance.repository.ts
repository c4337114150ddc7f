import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { query } from '../../../db/sql.js';
import type { Attachment, FileRef } from '../../../shapes/asked.js';
import type { TouchedPath } from '../../../runs/store/tool-call.entity.js';

/** A call of the run, as far as it says what the run rests on. */
export interface SourceCall {
  readonly tool: string;
  /** Only of tools for the web. */
  readonly args: unknown;
  readonly paths: readonly TouchedPath[];
  readonly hosts: readonly { readonly host: string; readonly bytesIn: number }[];
}

export interface MakingRun {
  readonly id: string;
  readonly title: string | null;
  readonly runId: string;
  /** The files and pasted texts of the message that it answers. */
  readonly files: readonly FileRef[];
  readonly pasted: readonly Pick<Attachment, 'title'>[];
  readonly calls: readonly SourceCall[];
}

const MAX_CALLS = 200;

/** The run of the chat that was on at the time, with the calls that it and its parts had finished by then. */
const MAKING_RUN = `
  with made as (
    select r.id, r.conversation_id, r.message_id from runs r
    where r.conversation_id = $1 and r.parent_run_id is null and r.started_at <= $2
    order by r.started_at desc limit 1)
  select c.id, c.title, made.id as "runId", coalesce(q.files, '[]') as files,
    coalesce((select jsonb_agg(jsonb_build_object('title', a->'title'))
      from jsonb_array_elements(q.attachments) a), '[]') as pasted,
    coalesce((select jsonb_agg(jsonb_build_object('tool', t.tool, 'args',
        case when t.tool in ('read_webpage', 'save_webpage', 'view_webpage', 'web_search') then t.args end,
        'paths', t.paths,
        'hosts', (select coalesce(jsonb_agg(jsonb_build_object('host', e->'host', 'bytesIn', e->'bytesIn')), '[]')
          from jsonb_array_elements(t.egress) e)) order by t.created_at, t.position)
      from (select * from tool_calls t
        where t.run_id in (select made.id union all select p.id from runs p where p.parent_run_id = made.id)
          and t.state = 'done' and t.started_at <= $2
        order by t.created_at, t.position limit ${MAX_CALLS}) t), '[]') as calls
  from made
  join conversations c on c.id = made.conversation_id
  left join messages answer on answer.id = made.message_id
  left join messages q on q.id = answer.parent_id`;

@Injectable()
export class ProvenanceRepository {
  /** Undefined if the chat is not there any more. */
  async makingRun(ctx: Ctx, conversationId: string, at: Date): Promise<MakingRun | undefined> {
    const [found] = await query<MakingRun>(ctx, MAKING_RUN, [conversationId, at]);
    return found;
  }
}
