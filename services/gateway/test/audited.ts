/**
 * Which audit entries each changing route leaves, or why it leaves none. A route that is missing here fails the suite.
 */
import type { AuditAction } from '@zo/audit';

const TASTE = 'taste: how things look to the person alone';
const WORDS = 'what a person says and keeps is not watched';
const DISK = 'changes to files are the business of the disk; what takes them away is written down';
const HANDS = 'a shell is the person’s own hands';
const PASSING = 'nothing is left of it after half a minute';
const ASKING = 'asks, and changes nothing';

export const audited: Readonly<Record<string, readonly AuditAction[] | string>> = {
  'POST /api/auth/claim': ['account.created', 'session.started'],
  'POST /api/auth/sign-up': ['account.created', 'session.started'],
  'POST /api/auth/sign-in': ['session.started'],
  'POST /api/auth/sign-out': ['session.ended'],
  'DELETE /api/auth/sessions/{id}': ['session.ended'],
  'POST /api/auth/password': ['password.changed'],
  'PUT /api/admin/sign-up': ['sign_up_mode.changed'],
  'POST /api/admin/invitations': ['invitation.made'],
  'DELETE /api/admin/invitations/{id}': ['invitation.withdrawn'],
  'POST /api/models/providers': ['provider.added'],
  'PATCH /api/models/providers/{id}': ['provider.changed'],
  'DELETE /api/models/providers/{id}': ['provider.removed'],
  'POST /api/runs/{id}/approvals/{approval}': ['approval.answered'],
  'POST /api/runs/{id}/undo': ['run.undone'],
  'DELETE /api/conversations/{id}': ['conversation.deleted'],
  'POST /api/conversations/{id}/messages': ['tool.called'],
  'POST /api/conversations/{id}/messages/stream': ['tool.called'],
  'POST /api/files/trash': ['file.trashed'],
  'POST /api/files/delete': ['file.deleted'],
  'POST /api/files/empty-trash': ['trash.emptied'],
  'POST /api/computer/wake': ['computer.woken'],
  'PATCH /api/auth/me': TASTE,
  'PATCH /api/settings': TASTE,
  'POST /api/settings/theme': TASTE,
  'POST /api/onboarding': TASTE,
  'PUT /api/models/preference': TASTE,
  'POST /api/tokens/wss-nonce': PASSING,
  'POST /api/read-fs': ASKING,
  'POST /api/read-z': ASKING,
  'POST /api/models/providers/test': ASKING,
  'POST /api/files/create': DISK,
  'POST /api/files/write': DISK,
  'POST /api/files/rename': DISK,
  'POST /api/files/move': DISK,
  'POST /api/files/copy': DISK,
  'POST /api/files/restore': DISK,
  'POST /api/file-uploads/init': DISK,
  'POST /api/file-uploads/single': DISK,
  'PUT /api/file-uploads/chunk': DISK,
  'POST /api/file-uploads/complete': DISK,
  'POST /api/file-uploads/abort': DISK,
  'POST /api/conversations': WORDS,
  'PATCH /api/conversations/{id}': WORDS,
  'POST /api/runs/{id}/stop': WORDS,
  'POST /api/terminals': HANDS,
  'DELETE /api/terminals/{id}': HANDS,
};
