import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TrustMode } from './trust-mode.js';

/** Stands for answers without a persona, and for personas without a mode of their own. */
export const EVERY_PERSONA = '00000000-0000-0000-0000-000000000000';

@Entity({ name: 'trust_modes' })
export class TrustModeRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @PrimaryColumn('uuid', { name: 'zofile_id' }) readonly zofileId!: string;
  @Column('text') readonly mode!: TrustMode;
  /** Names of tools that do not exist for this persona. */
  @Column('text', { name: 'denied_tools', array: true, default: [] }) readonly deniedTools!: readonly string[];
  /** Whether it knows what the assistant remembers. */
  @Column('boolean', { default: true }) readonly memory!: boolean;
  /** Names of skills that do not exist for this persona. */
  @Column('text', { name: 'denied_skills', array: true, default: [] }) readonly deniedSkills!: readonly string[];
}
