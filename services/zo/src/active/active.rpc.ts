import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import type { GetActiveRequest } from '@zo/proto/zo/v1';
import { rpcCtx } from '@zo/rpc';
import { setActive } from './active.dto.js';
import type { ActiveService } from './active.service.js';

/** ZofileService.GetActive: the Zofile of the caller's conversations. @throws InvalidArgument for an unknown type */
export async function getActive(active: ActiveService, request: GetActiveRequest, { values }: HandlerContext) {
  const ctx = values.get(rpcCtx);
  if (!ctx) throw new ConnectError('an internal token is needed', Code.Unauthenticated);
  const { conversationType: conversation_type, eventId } = request;
  const { data: conversations } = setActive.safeParse({ conversation_type, event_id: eventId || null });
  if (!conversations) throw new ConnectError('there are no such conversations', Code.InvalidArgument);
  const zofile = await active.zofileOf(ctx, conversations);
  return zofile ? { zofile: { id: zofile.id, name: zofile.name, prompt: zofile.prompt } } : {};
}
