import { Controller, Get } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds } from '@zo/http';
import { z } from 'zod';
import { MediaModelsService } from '../media/media-models.service.js';
import { WebSearchService } from '../search/web-search.service.js';
import { titleOf } from './mentions.js';
import { connectedBy, ToolRegistry } from './tool-registry.js';

const listedTool = z
  .strictObject({ slug: z.string(), title: z.string(), description: z.string() })
  .meta({ id: 'ListedTool' });
const toolList = z.strictObject({ tools: z.array(listedTool) });

/** TL-03: the tools that a message of this user can name. */
@Controller('tools')
export class ToolsController {
  constructor(
    private readonly tools: ToolRegistry,
    private readonly searches: WebSearchService,
    private readonly media: MediaModelsService,
  ) {}

  @Get()
  @Responds(toolList)
  async list(@CurrentCtx() ctx: Ctx) {
    const [search, media] = await Promise.all([this.searches.open(ctx), this.media.open(ctx)]);
    const tools = this.tools.within({}, connectedBy(search, media));
    return {
      tools: [...tools.values()].map(({ name, description }) => ({ slug: name, title: titleOf(name), description })),
    };
  }
}
