/** Answers for accounts and chat in this process, instead of the services. */
import { Code, ConnectError } from '@connectrpc/connect';
import { TokenVerifier } from '@zo/auth';
import type { Platform } from '@zo/bootstrap';
import { AddresseeService } from '@zo/proto/accounts/v1';
import { AnswerService, ApprovalService, type DecideApprovalRequest } from '@zo/proto/chat/v1';
import { hostLocally, rpcCtx } from '@zo/rpc';

export interface HostedPerson {
  readonly userId: string;
  readonly handle: string;
  readonly email: string;
  readonly fullName: string;
  readonly owner: boolean;
}

/** A question of a waiting run, as chat keeps it. */
export interface HostedQuestion {
  readonly userId: string;
  readonly runId: string;
  readonly approvalId: string;
  argsHash: string;
  state: 'open' | 'answered' | 'expired';
  readonly kind: string;
  readonly reason: string;
  readonly tool: string;
  readonly args: string;
  readonly title: string;
  readonly needsSession: boolean;
  readonly inWords: boolean;
}

export interface Hosted {
  readonly people: HostedPerson[];
  /** Flags that were set: `<user> has_emailed_zo`. */
  readonly reached: Set<string>;
  /** Answers by the id of their run. */
  readonly answers: Map<string, string>;
  /** By the id of their approval. */
  readonly questions: Map<string, HostedQuestion>;
  /** Answers to these, in the order in which they came. */
  readonly decided: (DecideApprovalRequest & { readonly userId: string })[];
  /** While true, no answer to a question is taken. */
  failsToDecide: boolean;
  /** Questions whose answers are never taken. */
  readonly failing: Set<string>;
  /** While true, every question fails. */
  isDown: boolean;
}

export function hostPeople(platform: Platform, people: HostedPerson[]): Hosted {
  const hosted: Hosted = {
    people,
    reached: new Set(),
    answers: new Map(),
    questions: new Map(),
    decided: [],
    failsToDecide: false,
    failing: new Set(),
    isDown: false,
  };
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
  const asked = (approvalId: string, userId: string | undefined) => {
    const question = hosted.questions.get(approvalId);
    if (question?.userId !== userId) throw new ConnectError('gone', Code.NotFound);
    return question!;
  };
  hostLocally(
    'chat',
    (router) => {
      router.service(AnswerService, {
        getAnswer: ({ runId }) => {
          failing();
          const text = hosted.answers.get(runId);
          if (text === undefined) throw new ConnectError('gone', Code.NotFound);
          return { text, title: 'A chat', conversationId: crypto.randomUUID() };
        },
      });
      router.service(ApprovalService, {
        getApproval: ({ approvalId }, { values }) => {
          failing();
          const { userId: _userId, ...question } = asked(approvalId, values.get(rpcCtx)?.userId);
          return { ...question, conversationId: crypto.randomUUID() };
        },
        decideApproval: (answer, { values }) => {
          failing();
          if (hosted.failsToDecide || hosted.failing.has(answer.approvalId))
            throw new ConnectError('not now', Code.Unavailable);
          const question = asked(answer.approvalId, values.get(rpcCtx)?.userId);
          if (question.state !== 'open' || question.argsHash !== answer.argsHash)
            throw new ConnectError('too late', Code.FailedPrecondition);
          question.state = 'answered';
          hosted.decided.push({ ...answer, userId: question.userId });
          return {};
        },
      });
    },
    new TokenVerifier('chat', platform.keys),
  );
  return hosted;
}
