import { Channels } from '../../runs/ports/channels.js';
import { AnswersRpc } from './answers.rpc.js';
import { ApprovalsRpc } from './approvals.rpc.js';
import { EmailOrigin, MessageOrigins, SmsOrigin } from './message.origin.js';
import { MessageRuns } from './message-runs.js';

/** What runs of messages by mail and text need. */
export const messageProviders = [
  AnswersRpc,
  ApprovalsRpc,
  Channels,
  EmailOrigin,
  MessageOrigins,
  MessageRuns,
  SmsOrigin,
];
