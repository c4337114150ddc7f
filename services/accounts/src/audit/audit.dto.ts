import { z } from 'zod';

export const auditQuery = z.strictObject({
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export type AuditQuery = z.infer<typeof auditQuery>;

const entry = z
  .strictObject({
    seq: z.number().int(),
    at: z.iso.datetime(),
    service: z.string(),
    actor: z.string(),
    session_id: z.string(),
    action: z.string(),
    target: z.string(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof entry>;

export const auditResponse = z.strictObject({ entries: z.array(entry), next_before: z.number().int().nullable() });
