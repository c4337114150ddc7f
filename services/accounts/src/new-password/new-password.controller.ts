import { Controller, Post, Req, Res } from '@nestjs/common';
import { Public } from '@zo/auth';
import { Input, networkOf, Responds } from '@zo/http';
import type { Request, Response } from 'express';
import { SessionCookie } from '../sessions/session-cookie.js';
import { Attempts } from '../sign-up/attempts.js';
import { addressOf, agentOf } from '../sign-up/client.js';
import { me } from '../users/user.presenter.js';
import { type NewPassword, newPassword } from './new-password.dto.js';
import { NewPasswordService } from './new-password.service.js';

@Controller()
export class NewPasswordController {
  constructor(
    private readonly service: NewPasswordService,
    private readonly attempts: Attempts,
    private readonly cookie: SessionCookie,
  ) {}

  @Public()
  @Post('auth/new-password')
  @Responds(me)
  async set(
    @Input(newPassword) request: NewPassword,
    @Req() http: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.attempts.count(`new-password:${networkOf(addressOf(http))}`);
    const { me: user, cookie } = await this.service.set(request, agentOf(http));
    response.setHeader('set-cookie', this.cookie.set(cookie));
    return user;
  }
}
