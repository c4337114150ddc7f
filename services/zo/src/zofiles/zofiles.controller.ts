import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { CurrentCtx, type Ctx } from '@zo/auth';
import { Id, Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { presentZofile, zofile } from './zofile.presenter.js';
import { type CreateZofile, createZofile, type UpdateZofile, updateZofile } from './zofiles.dto.js';
import { ZofilesService } from './zofiles.service.js';

@Controller('zofiles')
export class ZofilesController {
  constructor(private readonly zofiles: ZofilesService) {}

  @Get()
  @Responds(z.array(zofile))
  async list(@CurrentCtx() ctx: Ctx) {
    return (await this.zofiles.list(ctx)).map(presentZofile);
  }

  @Post()
  @Responds(zofile, 201)
  async create(@CurrentCtx() ctx: Ctx, @Input(createZofile) input: CreateZofile) {
    return presentZofile(await this.zofiles.create(ctx, input));
  }

  @Put(':id')
  @Responds(zofile)
  async update(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(updateZofile) input: UpdateZofile) {
    return presentZofile(await this.zofiles.update(ctx, id, input));
  }

  @Delete(':id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.zofiles.remove(ctx, id);
  }
}
