import { Controller, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import { CurrentCtx, type Ctx } from '@zo/shared/auth';
import { Id, Input } from '@zo/shared/http';
import {
  type CreateProvider, createProviderInput, type PreferenceInput, preferenceInput, type TestProvider, testProviderInput, type UpdateProvider, updateProviderInput,
} from './models.dto.js';
import { presentProvider } from './provider.presenter.js';
import { ModelsService } from './models.service.js';

@Controller('models')
export class ModelsController {
  constructor(private readonly models: ModelsService) {}

  @Get('available')
  available(@CurrentCtx() ctx: Ctx) {
    return this.models.available(ctx);
  }

  @Get('providers')
  async list(@CurrentCtx() ctx: Ctx) {
    return { providers: (await this.models.list(ctx)).map(presentProvider) };
  }

  @Post('providers')
  async create(@CurrentCtx() ctx: Ctx, @Input(createProviderInput) input: CreateProvider) {
    return presentProvider(await this.models.create(ctx, input));
  }

  @Post('providers/test')
  @HttpCode(200)
  test(@CurrentCtx() ctx: Ctx, @Input(testProviderInput) input: TestProvider) {
    return this.models.test(ctx, input);
  }

  @Patch('providers/:id')
  async update(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(updateProviderInput) input: UpdateProvider) {
    return presentProvider(await this.models.update(ctx, id, input));
  }

  @Delete('providers/:id')
  @HttpCode(204)
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.models.remove(ctx, id);
  }

  @Get('preference')
  preference(@CurrentCtx() ctx: Ctx) {
    return this.models.preference(ctx);
  }

  @Put('preference')
  setPreference(@CurrentCtx() ctx: Ctx, @Input(preferenceInput) input: PreferenceInput) {
    return this.models.setPreference(ctx, input);
  }
}
