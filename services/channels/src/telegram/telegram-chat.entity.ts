import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The chat of a user with the bot; it belongs to one user. */
@Entity({ name: 'telegram_chats' })
export class TelegramChat {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  /** SHA-256 of the code with which a chat is paired. */
  @Column('bytea', { name: 'code_hash', nullable: true }) readonly codeHash!: Buffer | null;
  @Column('timestamptz', { name: 'code_until', nullable: true }) readonly codeUntil!: Date | null;
  @Column('text', { name: 'chat_id', nullable: true }) readonly chatId!: string | null;
  /** As Telegram calls its holder. */
  @Column('text', { default: '' }) readonly name!: string;
  @Column('timestamptz', { name: 'paired_at', nullable: true }) readonly pairedAt!: Date | null;
}
