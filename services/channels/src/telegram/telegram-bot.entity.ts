import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The bot of the installation, which its owner made. One process at a time asks for its updates. */
@Entity({ name: 'telegram_bots' })
export class TelegramBot {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text', { name: 'bot_id' }) readonly botId!: string;
  @Column('text') readonly username!: string;
  /** Its token. */
  @Column('bytea') readonly sealed!: Buffer;
  /** The first update that was not taken in. */
  @Column('bigint', { name: 'next_update', default: 0 }) readonly nextUpdate!: string;
  @Column('uuid', { name: 'lease_owner', nullable: true }) readonly leaseOwner!: string | null;
  @Column('timestamptz', { name: 'lease_until', nullable: true }) readonly leaseUntil!: Date | null;
  /** For the owner: why nothing arrives. */
  @Column('text', { nullable: true }) readonly error!: string | null;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}
