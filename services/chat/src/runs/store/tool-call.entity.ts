import type { Location } from '@zo/proto/location';
import type { HostTraffic } from '@zo/computer-client';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AskedKind } from '../../shapes/asked-kind.js';
import type { ApprovalAnswer, ToolState } from '../../shapes/parts.js';
import type { RanCommand } from '../../shapes/receipt.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import type { Touched } from '../../tools/tool.js';

export type Decision =
  | 'run'
  /** It changed something in an app, and nobody was asked. */
  | 'unasked'
  | 'approved'
  | 'denied'
  | 'expired'
  | 'invalid'
  | 'out_of_scope'
  | 'over_budget'
  | 'repeated'
  | 'unknown_outcome'
  | 'stopped'
  | 'rehearsed';

export interface TouchedPath extends Location {
  readonly kind: Touched['kind'];
  readonly after: string;
}

/** A tool call a model requested, whatever its outcome. */
@Entity({ name: 'tool_calls' })
export class ToolCallRow {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id', select: false }) readonly userId!: string;
  @Column('uuid', { name: 'run_id' }) readonly runId!: string;
  /** The thread of the run; the run itself if it has none. */
  @Column('uuid', { name: 'conversation_id', select: false }) readonly threadId!: string;
  @Column('int') readonly step!: number;
  @Column('text', { name: 'call_id' }) readonly callId!: string;
  @Column('text') readonly tool!: string;
  @Column('jsonb') readonly args!: unknown;
  @Column('text', { name: 'args_hash' }) readonly argsHash!: string;
  @Column('text') readonly state!: ToolState;
  @Column('text', { nullable: true }) readonly decision!: Decision | null;
  @Column('jsonb', { nullable: true }) readonly result!: ToolResult | null;
  @Column('jsonb', { default: [] }) readonly paths!: readonly TouchedPath[];
  /** Commands that the call has begun. */
  @Column('jsonb', { default: [] }) readonly commands!: readonly RanCommand[];
  /** What its commands sent and received, by host. */
  @Column('jsonb', { default: [] }) readonly egress!: readonly HostTraffic[];
  @Column('uuid', { name: 'approval_id', nullable: true }) readonly approvalId!: string | null;
  @Column('text', { name: 'approval_reason', nullable: true }) readonly approvalReason!: string | null;
  /** Null if an earlier release has asked. */
  @Column('text', { name: 'approval_kind', nullable: true }) readonly approvalKind!: AskedKind | null;
  @Column('text', { name: 'approval_decision', nullable: true }) readonly approvalDecision!: ApprovalAnswer | null;
  /** What the user replied to a question in words. */
  @Column('text', { name: 'approval_reply', nullable: true, select: false }) readonly approvalReply!: string | null;
  @Column('timestamptz', { name: 'approval_until', nullable: true }) readonly approvalUntil!: Date | null;
  /** Order of the calls of one step. */
  @Column('int', { select: false }) readonly position!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()', select: false }) readonly createdAt!: Date;
  @Column('timestamptz', { name: 'started_at', nullable: true }) readonly startedAt!: Date | null;
  @Column('double precision', { name: 'duration_ms', nullable: true, select: false }) readonly durationMs!:
    number | null;
}
