import { Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx, Public } from '@zo/auth';
import { Responds, RespondsNothing, Input } from '@zo/http';
import { z } from 'zod';
import { type OnboardingStep, onboardingStep } from '../onboarding/onboarding.dto.js';
import {
  settingsResponse,
  type SettingsPatch,
  settingsPatch,
  type Theme,
  theme,
  themeSaved,
} from '../settings/settings.dto.js';
import { handleResponse } from '../sign-up/sign-up.dto.js';
import { SignUpService } from '../sign-up/sign-up.service.js';
import { me, people, presentPeople } from './user.presenter.js';
import { type PasswordChange, passwordChange, type ProfilePatch, profilePatch } from './users.dto.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly signUp: SignUpService,
  ) {}

  @Get('auth/me')
  @Responds(me)
  me(@CurrentCtx() ctx: Ctx) {
    return this.users.me(ctx);
  }

  @Patch('auth/me')
  @Responds(me)
  changeProfile(@CurrentCtx() ctx: Ctx, @Input(profilePatch) patch: ProfilePatch) {
    return this.users.changeProfile(ctx, patch);
  }

  @Post('auth/password')
  @RespondsNothing()
  changePassword(@CurrentCtx() ctx: Ctx, @Input(passwordChange) change: PasswordChange) {
    return this.users.changePassword(ctx, change);
  }

  @Patch('settings')
  @Responds(settingsResponse)
  changeSettings(@CurrentCtx() ctx: Ctx, @Input(settingsPatch) patch: SettingsPatch) {
    return this.users.changeSettings(ctx, patch);
  }

  @Post('settings/theme')
  @Responds(themeSaved)
  saveTheme(@CurrentCtx() ctx: Ctx, @Input(theme) chosen: Theme) {
    return this.users.saveTheme(ctx, chosen);
  }

  @Post('onboarding')
  @RespondsNothing()
  recordOnboarding(@CurrentCtx() ctx: Ctx, @Input(onboardingStep) step: OnboardingStep) {
    return this.users.recordOnboarding(ctx, step);
  }

  @Get('admin/people')
  @Responds(people)
  async everyone(@CurrentCtx() ctx: Ctx) {
    return presentPeople(await this.users.everyone(ctx));
  }

  @Public()
  @Get('handles/:text')
  @Responds(handleResponse)
  handle(@Param('text', { schema: z.string().max(200) }) text: string) {
    return this.signUp.checkHandle(text);
  }
}
