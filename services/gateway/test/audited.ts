/**
 * Which audit entries each changing route leaves, or why it leaves none. A route that is missing here fails the suite.
 */
import type { AuditAction } from '@zo/audit';

const PREFERENCES = 'taste: how things look to the person alone';
const CONTENT = 'what a person says and keeps is not watched';
const FILES = 'changes to files are the business of the disk; what takes them away is written down';
const SHELL = 'a shell is the person’s own hands';
const SHORT_LIVED = 'nothing is left of it after half a minute';
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
  'PATCH /api/auth/me': PREFERENCES,
  'PUT /api/files/versions/settings': PREFERENCES,
  'PATCH /api/settings': PREFERENCES,
  'POST /api/settings/theme': PREFERENCES,
  'POST /api/onboarding': PREFERENCES,
  'PUT /api/models/preference': PREFERENCES,
  'POST /api/tokens/wss-nonce': SHORT_LIVED,
  'POST /api/read-fs': ASKING,
  'POST /api/read-z': ASKING,
  'POST /api/files/content': ASKING,
  'POST /api/files/rows': ASKING,
  'POST /api/files/size': ASKING,
  'POST /api/files/search/hits': ASKING,
  'POST /api/files/archive/list': ASKING,
  'POST /api/models/providers/test': ASKING,
  'POST /api/files/create': FILES,
  'POST /api/articles': FILES,
  'POST /api/files/convert': FILES,
  'POST /api/files/write': FILES,
  'POST /api/files/rename': FILES,
  'POST /api/files/move': FILES,
  'POST /api/files/copy': FILES,
  'POST /api/files/restore': FILES,
  'POST /api/files/replace': FILES,
  'POST /api/files/versions/restore': FILES,
  'POST /api/files/versions/folder/restore': FILES,
  'POST /api/files/versions/folder/undo': FILES,
  'POST /api/files/archive/extract': FILES,
  'POST /api/file-uploads/init': FILES,
  'POST /api/file-uploads/single': FILES,
  'PUT /api/file-uploads/chunk': FILES,
  'POST /api/file-uploads/complete': FILES,
  'POST /api/file-uploads/abort': FILES,
  'POST /api/conversations': CONTENT,
  'PATCH /api/conversations/{id}': CONTENT,
  'POST /api/runs/{id}/stop': CONTENT,
  'POST /api/terminals': SHELL,
  'PATCH /api/terminals/{id}': SHELL,
  'DELETE /api/terminals/{id}': SHELL,
};
