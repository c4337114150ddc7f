import { AddresseeService, ApiTokenService, SessionService } from '@zo/proto/accounts/v1';
import type { ServiceDefinition } from '@zo/bootstrap';
import { AccountsModule } from './accounts.module.js';
import { AdminAction } from './admin/admin-action.entity.js';
import { CreditEntry } from './credits/credit-entry.entity.js';
import { ApiTokenRow } from './api-tokens/api-token.entity.js';
import { ApiTokensService } from './api-tokens/api-tokens.service.js';
import { migrations } from './db/index.js';
import { OAuthClient } from './oauth/oauth-client.entity.js';
import { OAuthCode } from './oauth/oauth-code.entity.js';
import { OAuthAccessToken, OAuthGrant } from './oauth/oauth-grant.entity.js';
import { PasswordLink } from './new-password/password-link.entity.js';
import { Session } from './sessions/session.entity.js';
import { SessionsService } from './sessions/sessions.service.js';
import { Installation, Invitation } from './sign-up/invitation.entity.js';
import { AddresseeRpc } from './users/addressee.rpc.js';
import { User } from './users/user.entity.js';

export const accounts: ServiceDefinition = {
  name: 'accounts',
  module: AccountsModule,
  entities: [
    User,
    Session,
    Invitation,
    Installation,
    CreditEntry,
    AdminAction,
    ApiTokenRow,
    OAuthClient,
    OAuthCode,
    OAuthGrant,
    OAuthAccessToken,
    PasswordLink,
  ],
  migrations,
  rpc: (app) => (router) =>
    router
      .service(SessionService, { resolve: ({ cookie }) => app.get(SessionsService).resolve(cookie) })
      .service(AddresseeService, {
        findAddressee: (request) => app.get(AddresseeRpc).find(request),
        getAddressee: (_request, context) => app.get(AddresseeRpc).get(context),
        markReached: (request, context) => app.get(AddresseeRpc).markReached(request, context),
      })
      .service(ApiTokenService, {
        resolve: ({ hash }) => app.get(ApiTokensService).resolve(hash),
        countUses: async ({ uses }) => {
          await app.get(ApiTokensService).countUses(uses);
          return {};
        },
      }),
};
