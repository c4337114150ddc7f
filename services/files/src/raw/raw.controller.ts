import { Controller, Get, Head, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { RespondsStream, InputQuery } from '@zo/http';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { locationOfUrl, locationsOfQuery } from './raw-address.js';
import { RawService } from './raw.service.js';

const many = z.object({ download: z.literal('1'), paths: z.string().min(1) });
const one = z.object({
  download: z.enum(['0', '1']).optional(),
  /** The bytes that the file had, by the number of the version. */
  version: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** A thumbnail instead of the file, with so many pixels on its longer side. */
  thumb: z.enum(['320']).optional(),
});

@Controller('file')
export class RawController {
  constructor(private readonly raw: RawService) {}

  @Get()
  @RespondsStream('application/octet-stream')
  async download(
    @CurrentCtx() ctx: Ctx,
    @InputQuery(many) _query: z.infer<typeof many>,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const locations = locationsOfQuery(request.url);
    const [single] = locations;
    if (locations.length > 1 || (await this.raw.isFolder(ctx, single!)))
      return this.raw.sendZip(ctx, locations, response);
    return this.raw.send(ctx, single!, { request, response, download: true });
  }

  @Head('*path')
  @RespondsStream('application/octet-stream')
  head(
    @CurrentCtx() ctx: Ctx,
    @InputQuery(one) query: z.infer<typeof one>,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { version } = query;
    return this.raw.send(ctx, locationOfUrl(request.url), {
      request,
      response,
      download: query.download === '1',
      version,
    });
  }

  @Get('*path')
  @RespondsStream('application/octet-stream')
  async get(
    @CurrentCtx() ctx: Ctx,
    @InputQuery(one) query: z.infer<typeof one>,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const location = locationOfUrl(request.url);
    if (query.thumb) return this.raw.sendThumb(ctx, location, { request, response, size: query.thumb });
    const download = query.download === '1';
    const { version } = query;
    if (download && !version && (await this.raw.isFolder(ctx, location)))
      return this.raw.sendZip(ctx, [location], response);
    return this.raw.send(ctx, location, { request, response, download, version });
  }
}
