import { Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { type Ctx, CurrentCtx, Public } from '@zo/auth';
import { formIn, Id, Input, networkOf, Responds, RespondsNothing } from '@zo/http';
import type { Request } from 'express';
import { z } from 'zod';
import { Attempts } from '../sign-up/attempts.js';
import { ConsentsService } from './consents.service.js';
import {
  type Consent,
  consent,
  consentResponse,
  lookedAt,
  programsResponse,
  type RequestToLookAt,
  requestToLookAt,
  revoked,
  tokensIssued,
} from './oauth.dto.js';
import { refusal } from './oauth-errors.js';
import { ProgramsService } from './programs.service.js';
import { clientInformation, Registration } from './registration.js';
import { TokenEndpoint } from './token-endpoint.js';

const REGISTRATIONS_PER_MINUTE = 10;

/** Sign-in of programs by OAuth 2.1, as the Model Context Protocol asks for it. */
@Controller('oauth')
export class OAuthController {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly registration: Registration,
    private readonly consents: ConsentsService,
    private readonly tokens: TokenEndpoint,
    private readonly programs: ProgramsService,
    private readonly attempts: Attempts,
  ) {}

  @Public()
  @Post('register')
  @Responds(clientInformation, 201)
  async register(@Req() request: Request) {
    const address = String(request.headers['x-client-address'] ?? request.ip ?? '');
    await this.attempts.count(`oauth-register:${networkOf(address)}`, REGISTRATIONS_PER_MINUTE);
    return this.registration.register(request.body);
  }

  @Post('requests')
  @Responds(lookedAt)
  look(@CurrentCtx() ctx: Ctx, @Input(requestToLookAt) { query }: RequestToLookAt) {
    return this.consents.look(ctx, query);
  }

  @Post('requests/:id')
  @Responds(consentResponse)
  decide(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: z.string().max(100) }) id: string,
    @Input(consent) decision: Consent,
  ) {
    return this.consents.decide(ctx, id, decision);
  }

  @Public()
  @Post('token')
  @Responds(tokensIssued)
  async token(@Req() request: Request) {
    return this.tokens.issue(await fieldsOf(request));
  }

  @Public()
  @Post('revoke')
  @Responds(revoked)
  async revoke(@Req() request: Request) {
    await this.tokens.revoke(await fieldsOf(request));
    return {};
  }

  @Get('programs')
  @Responds(programsResponse)
  list(@CurrentCtx() ctx: Ctx) {
    return this.programs.list(ctx);
  }

  @Delete('programs/:id')
  @RespondsNothing()
  disconnect(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.programs.disconnect(ctx, id);
  }
}

/** The fields of a form, each given once (RFC 6749, 3.2). */
async function fieldsOf(request: Request): Promise<ReadonlyMap<string, string>> {
  const form = request.is('application/x-www-form-urlencoded') ? await formIn(request) : undefined;
  if (!form) throw refusal('invalid_request', 'Send the fields as application/x-www-form-urlencoded.');
  const fields = new Map(form);
  if (fields.size !== form.size) throw refusal('invalid_request', 'A field is given twice.');
  return fields;
}
