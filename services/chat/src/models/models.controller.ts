import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { CurrentCtx, type Ctx } from '@zo/auth';
import { Responds, RespondsNothing, Id, Input } from '@zo/http';
import { z } from 'zod';
import {
  type CreateProvider,
  createProviderInput,
  preferenceResponse,
  type PreferenceInput,
  preferenceInput,
  type TestProvider,
  testProviderInput,
  type UpdateProvider,
  updateProviderInput,
} from './models.dto.js';
import { modelEntry } from './catalogue.js';
import { probeResult } from './probe.js';
import { presentProvider, provider, providersResponse } from './provider.presenter.js';
import { ModelsService } from './models.service.js';

@Controller('models')
export class ModelsController {
  constructor(private readonly models: ModelsService) {}

  @Get('available')
  @Responds(z.array(modelEntry))
  available(@CurrentCtx() ctx: Ctx) {
    return this.models.available(ctx);
  }

  @Get('providers')
  @Responds(providersResponse)
  async list(@CurrentCtx() ctx: Ctx) {
    return { providers: (await this.models.list(ctx)).map(presentProvider) };
  }

  @Post('providers')
  @Responds(provider, 201)
  async create(@CurrentCtx() ctx: Ctx, @Input(createProviderInput) input: CreateProvider) {
    return presentProvider(await this.models.create(ctx, input));
  }

  @Post('providers/test')
  @Responds(probeResult)
  test(@CurrentCtx() ctx: Ctx, @Input(testProviderInput) input: TestProvider) {
    return this.models.test(ctx, input);
  }

  @Patch('providers/:id')
  @Responds(provider)
  async update(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(updateProviderInput) input: UpdateProvider) {
    return presentProvider(await this.models.update(ctx, id, input));
  }

  @Delete('providers/:id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.models.remove(ctx, id);
  }

  @Get('preference')
  @Responds(preferenceResponse)
  preference(@CurrentCtx() ctx: Ctx) {
    return this.models.preference(ctx);
  }

  @Put('preference')
  @Responds(preferenceResponse)
  setPreference(@CurrentCtx() ctx: Ctx, @Input(preferenceInput) input: PreferenceInput) {
    return this.models.setPreference(ctx, input);
  }
}
