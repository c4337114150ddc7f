import { Controller, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds } from '@zo/http';
import { type SaveArticle, saveArticle, savedArticle } from './articles.dto.js';
import { ArticlesService } from './articles.service.js';

@Controller('articles')
export class ArticlesController {
  constructor(private readonly articles: ArticlesService) {}

  @Post()
  @Responds(savedArticle)
  save(@CurrentCtx() ctx: Ctx, @Input(saveArticle) { url }: SaveArticle) {
    return this.articles.save(ctx, url);
  }
}
