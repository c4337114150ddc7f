/** What is written down, and which details of it. Texts a person typed, secrets and contents have no place here; the reason an administrator gives has. */
export interface AuditActions {
  'account.created': { owner: boolean; invitation: string };
  'session.started': object;
  'session.ended': object;
  'password.changed': { sessions_ended: number };
  'sign_up_mode.changed': { mode: string };
  'invitation.made': object;
  'invitation.withdrawn': object;
  'provider.added': { kind: string; key: 'given' | 'none' };
  'provider.changed': { kind: string; key: 'given' | 'removed' | 'kept' };
  'provider.removed': object;
  'approval.answered': { decision: 'approve' | 'deny' };
  /** The target is the row of the ledger; its arguments are there, and here their hash. */
  'tool.called': { tool: string; args_hash: string; decision: string; state: string };
  'run.undone': object;
  'conversation.deleted': object;
  'file.trashed': object;
  'file.deleted': object;
  'trash.emptied': object;
  'computer.woken': object;
  'computer.suspended': object;
  /** By an administrator of the cluster, `by` as its API server knows them; `hold` and `mode` are what it is from then on. */
  'computer.steered': { by: string; why: string; hold: string; mode: string };
}

export type AuditAction = keyof AuditActions;
