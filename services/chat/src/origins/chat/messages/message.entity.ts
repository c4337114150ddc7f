import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Attachment, ChatRef, FileRef } from '../../../shapes/asked.js';
import type { Part, RunStatus } from '../../../shapes/parts.js';
import type { ShownFile } from '../../../shapes/shown-file.js';
import type { AnsweredAs } from '../../../shapes/zofile.js';
import type { Receipt } from '../../../shapes/receipt.js';

/** A node of a conversation's tree: what the user asked, or an answer. */
@Entity({ name: 'messages' })
export class Message {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('uuid', { name: 'conversation_id' }) readonly conversationId!: string;
  @Column('uuid', { name: 'parent_id', nullable: true }) readonly parentId!: string | null;
  @Column('text') readonly role!: 'user' | 'assistant';
  @Column('text') readonly status!: RunStatus | 'complete';
  @Column('text', { default: '' }) readonly text!: string;
  /** A program sent it with a token. */
  @Column('boolean', { name: 'by_program', default: false, select: false }) readonly byOthers!: boolean;
  @Column('jsonb', { default: [] }) readonly parts!: readonly Part[];
  @Column('text', { nullable: true }) readonly model!: string | null;
  /** The Zofile that shaped an answer. */
  @Column('jsonb', { nullable: true }) readonly zofile!: AnsweredAs | null;
  @Column('uuid', { name: 'run_id', nullable: true }) readonly runId!: string | null;
  @Column('text', { nullable: true }) readonly error!: string | null;
  @Column('jsonb', { default: [] }) readonly files!: FileRef[];
  @Column('jsonb', { default: [] }) readonly attachments!: Attachment[];
  @Column('jsonb', { default: [] }) readonly chats!: readonly ChatRef[];
  /** The files and chats in view as the model was shown them; null if there were none, or it was not shown them yet. */
  @Column('text', { name: 'shown_files', nullable: true, select: false }) readonly shownFiles!: string | null;
  /** What the model was shown of each file. */
  @Column('jsonb', { default: [] }) readonly shown!: readonly ShownFile[];
  @Column('jsonb', { nullable: true }) readonly receipt!: Receipt | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' }) readonly createdAt!: Date;
}
