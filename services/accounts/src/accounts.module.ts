import { Module } from '@nestjs/common';
import { AdminRepository } from './admin/admin.repository.js';
import { AdminServer } from './admin/admin.server.js';
import { AdminService } from './admin/admin.service.js';
import { ApiTokensController } from './api-tokens/api-tokens.controller.js';
import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import { ApiTokensService } from './api-tokens/api-tokens.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditRepository } from './audit/audit.repository.js';
import { AuditService } from './audit/audit.service.js';
import { BacklogMetrics } from './admin/backlog.metrics.js';
import { CreditsRepository } from './credits/credits.repository.js';
import { CreditsService } from './credits/credits.service.js';
import { NoncesController } from './nonces/nonces.controller.js';
import { NoncesService } from './nonces/nonces.service.js';
import { NewPasswordController } from './new-password/new-password.controller.js';
import { NewPasswordService } from './new-password/new-password.service.js';
import { PasswordLinksRepository } from './new-password/password-links.repository.js';
import { ConsentsService } from './oauth/consents.service.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthRepository } from './oauth/oauth.repository.js';
import { ProgramsService } from './oauth/programs.service.js';
import { Registration } from './oauth/registration.js';
import { TokenEndpoint } from './oauth/token-endpoint.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { ExpiredSessions } from './sessions/expired-sessions.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { Attempts } from './sign-up/attempts.js';
import { ClaimToken } from './sign-up/claim-token.js';
import { FirstOwner } from './sign-up/first-owner.js';
import { InvitationsRepository } from './sign-up/invitations.repository.js';
import { InvitationsService } from './sign-up/invitations.service.js';
import { SignUpController } from './sign-up/sign-up.controller.js';
import { SignUpService } from './sign-up/sign-up.service.js';
import { AddresseeRpc } from './users/addressee.rpc.js';
import { UsersController } from './users/users.controller.js';
import { UsersRepository } from './users/users.repository.js';
import { UsersService } from './users/users.service.js';

@Module({
  controllers: [
    ApiTokensController,
    AuditController,
    SignUpController,
    UsersController,
    NewPasswordController,
    NoncesController,
    OAuthController,
  ],
  providers: [
    AddresseeRpc,
    AdminRepository,
    AdminServer,
    AdminService,
    ApiTokensRepository,
    ApiTokensService,
    Attempts,
    AuditRepository,
    AuditService,
    BacklogMetrics,
    ClaimToken,
    ConsentsService,
    CreditsRepository,
    CreditsService,
    FirstOwner,
    InvitationsRepository,
    InvitationsService,
    NewPasswordService,
    NoncesService,
    OAuthRepository,
    PasswordLinksRepository,
    ProgramsService,
    Registration,
    SessionCookie,
    ExpiredSessions,
    SessionsRepository,
    SessionsService,
    SignUpService,
    TokenEndpoint,
    UsersRepository,
    UsersService,
  ],
})
export class AccountsModule {}
