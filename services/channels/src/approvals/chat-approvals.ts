/** The port to chat, which keeps the questions of waiting runs. */
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { ApprovalService } from '@zo/proto/chat/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { z } from 'zod';
import type { ApprovalLink } from './approval-link.entity.js';

const TIMEOUT_MS = 10_000;
const MAX_SHOWN = 4_000_000;
const names = z.array(z.string().max(5_000)).max(200);
const question = z.object({
  state: z.enum(['open', 'answered', 'expired']),
  decision: z.string().max(40),
  kind: z.string().max(40),
  reason: z.string().max(100_000),
  tool: z.string().max(200),
  args: z.string().max(MAX_SHOWN),
  argsHash: z.string().max(200),
  hosts: names,
  files: names,
  texts: z
    .array(
      z.object({
        file: z.string().max(5_000),
        text: z.string().max(MAX_SHOWN),
        kind: z.enum(['text', 'link', 'binary']),
        isCut: z.boolean(),
      }),
    )
    .max(50),
  inWords: z.boolean(),
  needsSession: z.boolean(),
  title: z.string().max(1_000),
  conversationId: z.string().max(100),
});
/** What a run asks, as the card in the chat shows it. */
export type Question = z.output<typeof question>;
type Asked = Pick<ApprovalLink, 'userId' | 'runId' | 'approvalId'>;

@Injectable()
export class ChatApprovals {
  private readonly chat: Client<typeof ApprovalService>;

  constructor(private readonly platform: Platform) {
    this.chat = createClient(ApprovalService, serviceTransport('chat', platform.config.ZO_CHAT_RPC_URL));
  }

  /** Undefined if it is not asked any more. @throws if chat does not answer */
  async get({ userId, runId, approvalId }: Asked): Promise<Question | undefined> {
    try {
      const options = await this.options(systemCtx(userId));
      return question.parse(await this.chat.getApproval({ runId, approvalId }, options));
    } catch (error) {
      if (ConnectError.from(error).code === Code.NotFound) return undefined;
      throw error;
    }
  }

  /** False if it was answered before, or has expired. @throws if chat does not answer */
  async decide(link: ApprovalLink): Promise<boolean> {
    const { userId, runId, approvalId, argsHash, decision, reply, channel: via } = link;
    const answer = { runId, approvalId, argsHash, decision: decision ?? '', reply: reply ?? '', via };
    try {
      await this.chat.decideApproval(answer, await this.options(systemCtx(userId)));
      return true;
    } catch (error) {
      const { code } = ConnectError.from(error);
      // No later attempt would be answered otherwise.
      if (code === Code.FailedPrecondition || code === Code.NotFound || code === Code.InvalidArgument) return false;
      throw error;
    }
  }

  private async options(ctx: Ctx) {
    return { ...(await asCaller(this.platform.issuer, 'chat', ctx)), timeoutMs: TIMEOUT_MS };
  }
}
