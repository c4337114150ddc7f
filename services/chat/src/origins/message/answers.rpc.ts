/** AnswerService: channels fetch the answer that they send. */
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { GetAnswerRequest } from '@zo/proto/chat/v1';
import { rpcCtx } from '@zo/rpc';
import { z } from 'zod';
import { ChatStore } from '../chat/chat-store.js';
import { RunStore } from '../../runs/store/run-store.js';

@Injectable()
export class AnswersRpc {
  constructor(
    private readonly runs: RunStore,
    private readonly chats: ChatStore,
  ) {}

  async get({ runId }: GetAnswerRequest, { values }: HandlerContext) {
    const ctx = values.get(rpcCtx);
    if (!ctx) throw new ConnectError('an internal token is needed', Code.Unauthenticated);
    if (!z.uuid().safeParse(runId).success) throw new ConnectError('that is no run', Code.InvalidArgument);
    const found = await this.chats.database.read(ctx, async (tx) => {
      const run = await this.runs.runs.byId(tx, runId);
      if (!run || run.userId !== ctx.userId || run.threadId === null) return undefined;
      const [answer] = (
        await this.chats.messages.history(tx, { leafId: run.messageId, conversationId: run.threadId, limit: 1 })
      ).slice(-1);
      const conversation = await this.chats.conversations.byId(tx, run.threadId);
      return answer && conversation && { text: answer.text, title: conversation.title ?? '', id: conversation.id };
    });
    if (!found) throw new ConnectError('there is no such answer', Code.NotFound);
    return { text: found.text, title: found.title, conversationId: found.id };
  }
}
