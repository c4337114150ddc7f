import { Column, Entity, PrimaryColumn } from 'typeorm';

export type Channel = 'email' | 'sms' | 'push' | 'telegram';
/**
 * In: `arrived` is accepted and not with chat yet, `held` waits for its user, `ignored` was written by a machine. Out:
 * `kept` would have left if a provider was set up.
 */
export type State = 'arrived' | 'received' | 'held' | 'ignored' | 'bounce' | 'queued' | 'kept' | 'sent' | 'failed';

/** A button of the Bot API. */
export interface Button {
  readonly text: string;
  readonly callback_data?: string;
  readonly url?: string;
}

/** A file at Telegram. */
export interface Attached {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

/** A message that arrived for a user, or that left for them. */
@Entity({ name: 'messages' })
export class Message {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly channel!: Channel;
  @Column('text') readonly direction!: 'in' | 'out';
  @Column('text') readonly state!: State;
  /** For the user: why it is in this state. */
  @Column('text', { nullable: true }) readonly why!: string | null;
  /** It was held, and its user let it in: nothing proves who wrote it. */
  @Column('boolean', { name: 'let_in', default: false }) readonly letIn!: boolean;
  /** Address of the other end. */
  @Column('text') readonly peer!: string;
  @Column('text', { default: '' }) readonly subject!: string;
  @Column('text', { default: '' }) readonly body!: string;
  /** Message-ID of a mail. */
  @Column('text', { name: 'provider_id', nullable: true }) readonly providerId!: string | null;
  /** What makes the same message arrive, and leave, once. */
  @Column('text', { name: 'event_id' }) readonly eventId!: string;
  @Column('text', { name: 'in_reply_to', nullable: true }) readonly inReplyTo!: string | null;
  @Column('text', { name: 'refs', nullable: true }) readonly references!: string | null;
  @Column('uuid', { name: 'conversation_id', nullable: true }) readonly conversationId!: string | null;
  /** The message that this one answers. */
  @Column('uuid', { name: 'answers_id', nullable: true }) readonly answersId!: string | null;
  /** The run that answers it. */
  @Column('uuid', { name: 'run_id', nullable: true }) readonly runId!: string | null;
  /** How that run ended, or that it waits, until its user is told. */
  @Column('text', { nullable: true }) readonly outcome!: string | null;
  /** Key of its bytes among the objects. */
  @Column('text', { name: 'raw_object', nullable: true }) readonly rawObject!: string | null;
  @Column('int', { default: 0 }) readonly bytes!: number;
  /** Addresses of what came with it: `w/Inbox/…`. */
  @Column('jsonb', { default: [] }) readonly files!: readonly string[];
  /** Files at Telegram that were not fetched yet. */
  @Column('jsonb', { default: [] }) readonly attachments!: readonly Attached[];
  /** Orders messages that came at one moment. */
  @Column('bigint', { name: 'update_id', nullable: true }) readonly updateId!: string | null;
  /** Which further parts belong to it: those of an album, or of a text that was cut. */
  @Column('text', { nullable: true }) readonly joins!: string | null;
  /** The message of the same sender that goes to chat before it. */
  @Column('uuid', { name: 'follows_id', nullable: true }) readonly followsId!: string | null;
  /** Below a message that leaves by the bot. */
  @Column('jsonb', { nullable: true }) readonly buttons!: readonly (readonly Button[])[] | null;
  /**
   * A long message leaves by the bot in pieces, a text as one: how many were begun, and how many are known to have
   * left.
   */
  @Column('int', { name: 'pieces_begun', default: 0 }) readonly piecesBegun!: number;
  @Column('int', { name: 'pieces_sent', default: 0 }) readonly piecesSent!: number;
  @Column('int', { default: 0 }) readonly attempts!: number;
  /** When there is something to do with it; while a process works on it, when that process counts as dead. */
  @Column('timestamptz', { name: 'next_at', nullable: true }) readonly nextAt!: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}
