import { Column, Entity, PrimaryColumn } from 'typeorm';
import { toNumber } from '../../db/sql.js';
import type { ModelSettings } from '../../models/models.dto.js';
import type { RunStatus } from '../../shapes/parts.js';
import type { Receipt } from '../../shapes/receipt.js';
import type { RunScript } from '../../shapes/run-script.js';
import type { RunZofile } from '../../shapes/zofile.js';
import type { ToolScope } from '../../tools/tool-registry.js';

@Entity({ name: 'runs' })
export class RunRow {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  /** What started the run; unique together with `originId` for a user. */
  @Column('text', { default: 'chat' }) readonly origin!: string;
  /** Null in runs that were started by the previous release. */
  @Column('text', { name: 'origin_id', nullable: true }) readonly originId!: string | null;
  /** Runs of one thread follow one another and share the files they have read. Null if the run has no thread. */
  @Column('uuid', { name: 'conversation_id', nullable: true }) readonly threadId!: string | null;
  /** The run that this one does a part of; null for most. */
  @Column('uuid', { name: 'parent_run_id', nullable: true }) readonly parentRunId!: string | null;
  /** The thread of that run. */
  @Column('uuid', { name: 'parent_thread_id', nullable: true }) readonly parentThreadId!: string | null;
  /** The message that the answer's deltas belong to. */
  @Column('uuid', { name: 'message_id' }) readonly messageId!: string;
  @Column('text') readonly status!: RunStatus;
  @Column('text') readonly model!: string;
  @Column('jsonb', { default: {} }) readonly settings!: ModelSettings;
  /** The Zofile that was active when the run started. */
  @Column('jsonb', { nullable: true }) readonly zofile!: RunZofile | null;
  @Column('jsonb', { default: {} }) readonly tools!: ToolScope;
  /** Maximum number of steps and calls, and what may be spent. */
  @Column('jsonb', { default: { steps: 60, calls: 200 } }) readonly budget!: {
    readonly steps: number;
    readonly calls: number;
    /** Billionths of a dollar; without it only allowances limit what is spent. */
    readonly nano?: number;
  };
  /** The scripts it begins with; null for most. */
  @Column('jsonb', { nullable: true }) readonly script!: RunScript | null;
  /** The routine that it only rehearses: calls that would change or send something are not executed. */
  @Column('text', { nullable: true }) readonly rehearses!: string | null;
  /** Whether the user is the owner of the installation; allows private addresses. */
  @Column('boolean') readonly owner!: boolean;
  @Column('int', { default: 1 }) readonly attempts!: number;
  @Column('boolean', { name: 'stop_requested', default: false }) readonly stopRequested!: boolean;
  @Column('text', { nullable: true, select: false }) readonly error!: string | null;
  @Column('text', { default: 'none' }) readonly undo!: Receipt['undo'];
  /** The undoing of this run, by which it can be undone in turn. */
  @Column('text', { name: 'undo_run_id', nullable: true }) readonly undoRunId!: string | null;
  /** What it was let to leave to run by itself, by what the computer takes it back, or brings it again. */
  @Column('text', { array: true, default: [] }) readonly placed!: readonly string[];
  @Column('bigint', { name: 'input_tokens', default: 0, transformer: toNumber }) readonly inputTokens!: number;
  /** Of its input, what the provider read from its cache, and what it wrote into it. */
  @Column('bigint', { name: 'cache_read_tokens', default: 0, transformer: toNumber }) readonly cacheReadTokens!: number;
  @Column('bigint', { name: 'cache_write_tokens', default: 0, transformer: toNumber })
  readonly cacheWriteTokens!: number;
  @Column('bigint', { name: 'output_tokens', default: 0, transformer: toNumber }) readonly outputTokens!: number;
  /** It waits for its user without a worker. */
  @Column('boolean', { default: false, select: false }) readonly parked!: boolean;
  /** The worker that holds the run. */
  @Column('uuid', { name: 'lease_owner', nullable: true, select: false }) readonly leaseOwner!: string | null;
  @Column('timestamptz', { name: 'lease_until', nullable: true, select: false }) readonly leaseUntil!: Date | null;
  @Column('timestamptz', { name: 'started_at', default: () => 'now()' }) readonly startedAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true, select: false }) readonly endedAt!: Date | null;
}
