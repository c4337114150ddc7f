import { SessionService } from '@zo/proto/accounts/v1';
import type { ServiceDefinition } from '@zo/bootstrap';
import { AccountsModule } from './accounts.module.js';
import { migrations } from './db/index.js';
import { Session } from './sessions/session.entity.js';
import { SessionsService } from './sessions/sessions.service.js';
import { Installation, Invitation } from './sign-up/invitation.entity.js';
import { User } from './users/user.entity.js';

export const accounts: ServiceDefinition = {
  name: 'accounts',
  module: AccountsModule,
  entities: [User, Session, Invitation, Installation],
  migrations,
  rpc: (app) => (router) =>
    router.service(SessionService, { resolve: ({ cookie }) => app.get(SessionsService).resolve(cookie) }),
};
