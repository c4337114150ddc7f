import type { ServiceDefinition } from '@zo/bootstrap';
import { AnswerService, ApprovalService } from '@zo/proto/chat/v1';
import { ChatModule } from './chat.module.js';
import { entities } from './db/entities.js';
import { AnswersRpc } from './origins/message/answers.rpc.js';
import { ApprovalsRpc } from './origins/message/approvals.rpc.js';
import { migrations } from './db/index.js';

export const chat: ServiceDefinition = {
  name: 'chat',
  module: ChatModule,
  entities,
  migrations,
  jsonLimit: '4mb',
  rpc: (app) => (router) => {
    const approvals = app.get(ApprovalsRpc);
    router
      .service(AnswerService, { getAnswer: (request, context) => app.get(AnswersRpc).get(request, context) })
      .service(ApprovalService, {
        getApproval: (request, context) => approvals.get(request, context),
        decideApproval: (request, context) => approvals.decide(request, context),
      });
  },
};
export { chat as definition };
