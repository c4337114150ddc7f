/** A mail as its parser reports it. */
export interface ParsedMail {
  /** Every address of every From line, in lower case. */
  readonly from: readonly string[];
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly inReplyTo: string;
  readonly references: string;
  /** Names of what says that a machine wrote it. */
  readonly machine: readonly string[];
  /** Addresses that it has passed already. */
  readonly loops: readonly string[];
  readonly attachments: readonly ParsedAttachment[];
  /** Attachments beyond those. */
  readonly leftOut: number;
}

export interface ParsedAttachment {
  /** As the mail has it; it may be anything. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** Absent unless it was asked for. */
  readonly content?: Uint8Array;
}

export interface ParseRequest {
  readonly raw: Uint8Array;
  readonly withContents: boolean;
}
export type ParseResponse = { readonly mail: ParsedMail } | { readonly error: string };
