import { Controller, Delete, Get, Post, Put, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx, Public } from '@zo/auth';
import { Id, Input, networkOf, Responds, RespondsNothing } from '@zo/http';
import type { Request, Response } from 'express';
import { sessionsResponse } from '../sessions/session.presenter.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { me } from '../users/user.presenter.js';
import { Attempts } from './attempts.js';
import { addressOf, agentOf } from './client.js';
import { InvitationsService } from './invitations.service.js';
import {
  type Claim,
  claim,
  invitationResponse,
  type InvitationRequest,
  invitationRequest,
  invitationsResponse,
  setupResponse,
  type SignIn,
  signIn,
  type SignUp,
  signUp,
  type SignUpMode,
  signUpMode,
} from './sign-up.dto.js';
import { type SignedIn, SignUpService } from './sign-up.service.js';

@Controller()
export class SignUpController {
  constructor(
    private readonly signUpService: SignUpService,
    private readonly attempts: Attempts,
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookie,
    private readonly invitations: InvitationsService,
  ) {}

  @Public()
  @Get('auth/setup')
  @Responds(setupResponse)
  setup() {
    return this.signUpService.setup();
  }

  @Public()
  @Post('auth/claim')
  @Responds(me, 201)
  async claim(@Input(claim) request: Claim, @Req() http: Request, @Res({ passthrough: true }) response: Response) {
    await this.attempts.count(`claim:${networkOf(addressOf(http))}`);
    return this.signInResponse(response, await this.signUpService.claim(request, agentOf(http)));
  }

  @Public()
  @Post('auth/sign-up')
  @Responds(me, 201)
  async signUp(@Input(signUp) request: SignUp, @Req() http: Request, @Res({ passthrough: true }) response: Response) {
    await this.attempts.count(`sign-up:${networkOf(addressOf(http))}`);
    return this.signInResponse(response, await this.signUpService.signUp(request, agentOf(http)));
  }

  @Public()
  @Post('auth/sign-in')
  @Responds(me)
  async signIn(@Input(signIn) request: SignIn, @Req() http: Request, @Res({ passthrough: true }) response: Response) {
    await this.attempts.countSignIn(addressOf(http), request.email);
    const signedIn = await this.signUpService.signIn(request, agentOf(http));
    await this.attempts.resetSignIn(addressOf(http), request.email);
    return this.signInResponse(response, signedIn);
  }

  @Post('auth/sign-out')
  @RespondsNothing()
  async signOut(@CurrentCtx() ctx: Ctx, @Res({ passthrough: true }) response: Response) {
    await this.sessions.endCurrent(ctx);
    response.setHeader('set-cookie', this.cookie.clear());
  }

  @Get('auth/sessions')
  @Responds(sessionsResponse)
  listSessions(@CurrentCtx() ctx: Ctx) {
    return this.sessions.list(ctx);
  }

  @Delete('auth/sessions/:id')
  @RespondsNothing()
  endSession(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.sessions.end(ctx, id);
  }

  @Get('admin/sign-up')
  @Responds(invitationsResponse)
  listInvitations(@CurrentCtx() ctx: Ctx) {
    return this.invitations.list(ctx);
  }

  @Put('admin/sign-up')
  @Responds(signUpMode)
  setMode(@CurrentCtx() ctx: Ctx, @Input(signUpMode) { mode }: { mode: SignUpMode }) {
    return this.invitations.setMode(ctx, mode);
  }

  @Post('admin/invitations')
  @Responds(invitationResponse, 201)
  invite(@CurrentCtx() ctx: Ctx, @Input(invitationRequest) request: InvitationRequest) {
    return this.invitations.invite(ctx, request);
  }

  @Delete('admin/invitations/:id')
  @RespondsNothing()
  withdraw(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.invitations.withdraw(ctx, id);
  }

  private signInResponse(response: Response, { me, cookie }: SignedIn) {
    response.setHeader('set-cookie', this.cookie.set(cookie));
    return me;
  }
}
