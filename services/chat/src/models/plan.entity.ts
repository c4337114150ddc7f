import { Column, Entity, PrimaryColumn } from 'typeorm';
import { z } from 'zod';

/** People on the free plan may use fast models only. */
export const plan = z.enum(['free', 'paid']).meta({ id: 'Plan' });
export type Plan = z.infer<typeof plan>;

@Entity({ name: 'plans' })
export class PlanRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly plan!: Plan;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}
