/**
 * The audited actions and the details recorded for each. Text typed by users, secrets and file contents are never
 * recorded; the reason an administrator gives is.
 */
export interface AuditActions {
  'account.created': { owner: boolean; invitation: string };
  'session.started': object;
  'session.ended': object;
  'password.changed': { sessions_ended: number; by?: 'link' };
  'api_token.made': { scopes: string; days: number };
  'api_token.revoked': object;
  /** The target is the grant, by which a program connected by OAuth is known. */
  'program.allowed': { scopes: string; audience: string };
  'program.ended': {
    why: 'disconnected' | 'signed_out' | 'revoked' | 'replaced' | 'code_replayed' | 'refresh_replayed';
  };
  'sign_up_mode.changed': { mode: string };
  'invitation.made': object;
  'invitation.withdrawn': object;
  'provider.added': { kind: string; key: 'given' | 'none' };
  'provider.changed': { kind: string; key: 'given' | 'removed' | 'kept' };
  'provider.removed': object;
  /** `people`: how many. */
  'provider.shared': { people: number | 'all' };
  'provider.unshared': object;
  /** The target is a person or a persona. */
  'allowance.changed': { month_cents: number | 'none' };
  'plan.chosen': { plan: string };
  'search.connected': { kind: string; key: 'given' | 'kept' | 'none' };
  'search.disconnected': object;
  'mcp_server.added': { key: 'given' | 'none' };
  'mcp_server.changed': { tools_on: number };
  'mcp_server.removed': object;
  'media_model.connected': { task: string; key: 'given' | 'kept' | 'none' };
  'media_model.disconnected': { task: string };
  /** The target is the app, or the provider whose client it is. */
  'app.connected': object;
  'app.disconnected': object;
  'app_tools.switched': { reading: boolean; writing: boolean };
  'app_client.set': object;
  'app_client.removed': object;
  'zofile.created': object;
  'zofile.changed': object;
  'zofile.deleted': object;
  'routine.created': object;
  'routine.changed': object;
  'routine.deleted': object;
  'schedule.created': object;
  'schedule.changed': object;
  'schedule.deleted': object;
  'schedule.paused': object;
  'schedule.resumed': object;
  'schedule.hook_renewed': object;
  /** Run once, outside of its times. */
  'schedule.run': object;
  'sender.allowed': { channel: string };
  'sender.removed': object;
  'phone.proven': object;
  'phone.removed': object;
  'device.added': { name: string };
  /** `signed_out`: how many went with their sessions. */
  'device.removed': { signed_out?: number };
  'asked_by.changed': { email: boolean; sms: boolean; push: boolean; telegram: boolean };
  'telegram_bot.set': object;
  'telegram_bot.removed': object;
  'telegram.paired': object;
  'telegram.unpaired': object;
  'mail_server.set': { key: 'given' | 'none' };
  'mail_server.removed': object;
  /** To somebody else than its user. */
  'message.sent': object;
  'message.deleted': object;
  'message.let_in': { always: boolean };
  'approval.answered': {
    decision: 'approve' | 'approve_chat' | 'approve_always' | 'deny';
    /** Absent: in the app. */
    via?: 'email' | 'sms' | 'push' | 'telegram';
  };
  'host.granted': object;
  'host.revoked': object;
  'trust_mode.changed': { mode: string; denied_tools: number; memory: boolean; denied_skills: number };
  'memory.changed': { change: 'added' | 'changed' | 'forgotten' };
  /** The user looked at a text from elsewhere; from then on models are shown it. */
  'memory.kept': { kind: 'guide' | 'fact' | 'skill' };
  /** The target is the ledger row, which holds the arguments; only their hash is recorded here. */
  'tool.called': { tool: string; args_hash: string; decision: string; state: string };
  'run.undone': object;
  'run.redone': object;
  'conversation.deleted': object;
  /** A link that anybody can open; `share` is its id. */
  'conversation.shared': { share: string; days: number };
  'conversation.unshared': { share: string };
  'file.trashed': object;
  'file.deleted': object;
  'trash.emptied': object;
  'computer.woken': object;
  'machine.paired': { platform: string; shell: boolean };
  'machine.renamed': object;
  'machine.tools_set': { tools: boolean };
  'machine.removed': object;
  'computer.suspended': object;
  /**
   * Done by a cluster administrator. `by` is the name the Kubernetes API server knows them by; `hold` and `mode` are
   * the state after the action.
   */
  'computer.steered': { by: string; why: string; hold: string; mode: string };
}

export type AuditAction = keyof AuditActions;
