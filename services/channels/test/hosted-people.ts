/** Answers for accounts and chat in this process, instead of the services. */
import { Code, ConnectError } from '@connectrpc/connect';
import { TokenVerifier } from '@zo/auth';
import type { Platform } from '@zo/bootstrap';
import { AddresseeService } from '@zo/proto/accounts/v1';
import { AnswerService } from '@zo/proto/chat/v1';
import { hostLocally, rpcCtx } from '@zo/rpc';

export interface HostedPerson {
  readonly userId: string;
  readonly handle: string;
  readonly email: string;
  readonly fullName: string;
  readonly owner: boolean;
}

export interface Hosted {
  readonly people: HostedPerson[];
  /** Flags that were set: `<user> has_emailed_zo`. */
  readonly reached: Set<string>;
  /** Answers by the id of their run. */
  readonly answers: Map<string, string>;
  /** While true, every question fails. */
  isDown: boolean;
}

export function hostPeople(platform: Platform, people: HostedPerson[]): Hosted {
  const hosted: Hosted = { people, reached: new Set(), answers: new Map(), isDown: false };
  const failing = () => {
    if (hosted.isDown) throw new ConnectError('not now', Code.Unavailable);
  };
  const found = (is: (person: HostedPerson) => boolean) => {
    failing();
    const addressee = people.find(is);
    if (!addressee) throw new ConnectError('nobody', Code.NotFound);
    return { addressee };
  };
  hostLocally(
    'accounts',
    (router) =>
      router.service(AddresseeService, {
        findAddressee: ({ handle }) => found((person) => person.handle === handle),
        getAddressee: (_request, { values }) => found(({ userId }) => userId === values.get(rpcCtx)?.userId),
        markReached: ({ field }, { values }) => {
          failing();
          hosted.reached.add(`${values.get(rpcCtx)?.userId} ${field}`);
          return {};
        },
      }),
    new TokenVerifier('accounts', platform.keys),
  );
  hostLocally(
    'chat',
    (router) =>
      router.service(AnswerService, {
        getAnswer: ({ runId }) => {
          failing();
          const text = hosted.answers.get(runId);
          if (text === undefined) throw new ConnectError('gone', Code.NotFound);
          return { text, title: 'A chat', conversationId: crypto.randomUUID() };
        },
      }),
    new TokenVerifier('chat', platform.keys),
  );
  return hosted;
}
