import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import type { MediaTask } from './connection.js';
import {
  type ConnectMedia,
  connectMediaInput,
  mediaModel,
  mediaModelsResponse,
  mediaTask,
  mediaTest,
  presentMedia,
} from './media.dto.js';
import { MediaModelsService } from './media-models.service.js';

const Task = () => Param('task', { schema: mediaTask });

@Controller('media-models')
export class MediaModelsController {
  constructor(private readonly media: MediaModelsService) {}

  @Get()
  @Responds(mediaModelsResponse)
  async all(@CurrentCtx() ctx: Ctx) {
    return { models: (await this.media.all(ctx)).map(presentMedia) };
  }

  @Put(':task')
  @Responds(mediaModel)
  async connect(@CurrentCtx() ctx: Ctx, @Task() task: MediaTask, @Input(connectMediaInput) input: ConnectMedia) {
    return presentMedia(await this.media.connect(ctx, task, input));
  }

  @Post(':task/test')
  @Responds(mediaTest)
  test(@CurrentCtx() ctx: Ctx, @Task() task: MediaTask, @Input(connectMediaInput) input: ConnectMedia) {
    return this.media.test(ctx, task, input);
  }

  @Delete(':task')
  @RespondsNothing()
  disconnect(@CurrentCtx() ctx: Ctx, @Task() task: MediaTask) {
    return this.media.disconnect(ctx, task);
  }
}
