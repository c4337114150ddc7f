import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ServerTool } from './server-tool.js';

/** An MCP server that a user has added. */
@Entity({ name: 'mcp_servers' })
export class McpServerRow {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  /** Given by the user; unique among theirs. */
  @Column('text') readonly name!: string;
  @Column('text') readonly url!: string;
  @Column('text') readonly header!: string;
  /** Encrypted; see secret-box. */
  @Column('bytea', { nullable: true }) readonly secret!: Buffer | null;
  /** Of a program in the computer; null: it is at the address. */
  @Column('text', { nullable: true }) readonly command!: string | null;
  /** Its environment as JSON, encrypted like the secret. */
  @Column('bytea', { nullable: true }) readonly env!: Buffer | null;
  @Column('boolean', { name: 'allow_private', default: false }) readonly allowPrivate!: boolean;
  @Column('jsonb') readonly tools!: readonly ServerTool[];
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
