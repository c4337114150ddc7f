import type { GrantedHost, Labels, Source } from '../../../shapes/labels.js';
import { toNumber } from '../../../db/sql.js';
import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';

/** Whether the run of a conversation, or a part of it, waits for an answer of its user. */
export const waitsSql = (conversation: string): string =>
  `exists (select 1 from runs r where r.conversation_id = ${conversation}.id and r.status in ('running', 'waiting')
    and (r.status = 'waiting' or exists (select 1 from runs p where p.parent_run_id = r.id and p.status = 'waiting')))`;

@Entity({ name: 'conversations' })
export class Conversation {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text', { nullable: true }) readonly title!: string | null;
  /** The last message of the branch that is shown. */
  @Column('uuid', { name: 'leaf_id', nullable: true }) readonly leafId!: string | null;
  @Column('bigint', { name: 'total_tokens', default: 0, transformer: toNumber }) readonly totalTokens!: number;
  /** Whether it stays at the top of the list. */
  @Column('boolean', { default: false }) readonly pinned!: boolean;
  /** Name of the folder of the list that it is in. */
  @Column('text', { nullable: true }) readonly folder!: string | null;
  /** The routine whose rehearsal it is: all of its runs only say what they would do. */
  @Column('text', { nullable: true }) readonly rehearses!: string | null;
  /** Whether the conversation was shown text from outside. */
  @Column('boolean', { default: false }) readonly tainted!: boolean;
  /** Where that text came from, as far as it is known. */
  @Column('jsonb', { name: 'foreign_sources', default: [] }) readonly foreignSources!: readonly Source[];
  /** Whether the conversation was shown files of its user. */
  @Column('boolean', { default: false }) readonly secret!: boolean;
  /** Hosts that the user lets it reach after that; the release before kept names only, which have expired. */
  @Column('jsonb', { name: 'granted_hosts', default: [] }) readonly grantedHosts!: readonly (GrantedHost | string)[];
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
  /** Whether the conversation has an unfinished run. */
  @VirtualColumn({
    type: 'boolean',
    query: (conversation) =>
      `exists (select 1 from runs r where r.conversation_id = ${conversation}.id and r.status in ('running', ` +
      `'waiting'))`,
  })
  readonly running!: boolean;
  @VirtualColumn({ type: 'boolean', query: waitsSql })
  readonly waiting!: boolean;
}

/** A file that a conversation mentions. */
@Entity({ name: 'file_links' })
export class FileLink {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @PrimaryColumn('text') readonly address!: string;
  @PrimaryColumn('uuid', { name: 'conversation_id' }) readonly conversationId!: string;
}

export const labelsOf = ({ tainted, foreignSources, secret, grantedHosts }: Conversation): Labels => ({
  tainted,
  foreign: foreignSources,
  secret,
  grantedHosts: grantedHosts.filter((granted) => typeof granted !== 'string'),
});
