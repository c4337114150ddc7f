import { Controller, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds } from '@zo/http';
import { type SaveWebImage, saveWebImage, savedWebImage } from './web-images.dto.js';
import { WebImagesService } from './web-images.service.js';

@Controller('files/web-image')
export class WebImagesController {
  constructor(private readonly images: WebImagesService) {}

  @Post()
  @Responds(savedWebImage)
  save(@CurrentCtx() ctx: Ctx, @Input(saveWebImage) request: SaveWebImage) {
    return this.images.save(ctx, request);
  }
}
