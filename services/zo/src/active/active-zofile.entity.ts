import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConversationType } from './active.dto.js';

/** The Zofile that answers in conversations of one type; in schedules, in those of one event. */
@Entity({ name: 'active_zofiles' })
export class ActiveZofile {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @PrimaryColumn('text', { name: 'conversation_type' }) readonly conversationType!: ConversationType;
  /** Empty except for schedules. */
  @PrimaryColumn('text', { name: 'event_id' }) readonly eventId!: string;
  @Column('uuid', { name: 'zofile_id' }) readonly zofileId!: string;
}
