/** The audit log: who did what, in hash chains that reveal tampering. */
export type { AuditAction, AuditActions } from './actions.js';
export { anchoredHeads, AuditAnchors, anchorHeads, type Head, type Query } from './anchor.js';
export { audit } from './record.js';
export { auditStatements } from './schema.js';
export { type Verified, verifyAudit } from './verify.js';
