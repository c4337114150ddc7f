import type { AssistantContent } from 'ai';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ContextPart } from '../../shapes/context-receipt.js';
import { toNumber } from '../../db/sql.js';

/** One finished model step, as it has to be sent back to the model. */
@Entity({ name: 'run_steps' })
export class RunStepRow {
  @PrimaryColumn('uuid', { name: 'run_id' }) readonly runId!: string;
  @PrimaryColumn('int') readonly step!: number;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('jsonb') readonly content!: Exclude<AssistantContent, string>;
  @Column('text', { name: 'finish_reason' }) readonly finishReason!: string;
  @Column('bigint', { name: 'input_tokens', transformer: toNumber }) readonly inputTokens!: number;
  @Column('bigint', { name: 'output_tokens', transformer: toNumber }) readonly outputTokens!: number;
  /** What the model was sent, by kind; null where it is not known. */
  @Column('jsonb', { nullable: true }) readonly context!: readonly ContextPart[] | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly at!: Date;
}
