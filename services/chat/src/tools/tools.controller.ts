import { Controller, Get } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds } from '@zo/http';
import { z } from 'zod';
import { MediaModelsService } from '../media/media-models.service.js';
import { WebSearchService } from '../search/web-search.service.js';
import { McpServersService } from '../mcp/mcp-servers.service.js';
import { Apps } from './apps.js';
import { appToolsOf } from './app-tools.js';
import { nameOfApp, useApp } from './connected-apps.js';
import { Machines } from './machines/machines.js';
import { titleOf } from './mentions.js';
import type { Tool } from './tool.js';
import { connectedBy, ToolRegistry } from './tool-registry.js';

const MAX_ARGUMENTS = 50;

const listedTool = z
  .strictObject({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    /** Their names. */
    arguments: z.array(z.string()),
  })
  .meta({ id: 'ListedTool' });
const toolList = z.strictObject({ tools: z.array(listedTool) });

/** TL-03: the tools that a message of this user can name. */
@Controller('tools')
export class ToolsController {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly tools: ToolRegistry,
    private readonly searches: WebSearchService,
    private readonly media: MediaModelsService,
    private readonly servers: McpServersService,
    private readonly apps: Apps,
    private readonly machines: Machines,
  ) {}

  @Get()
  @Responds(toolList)
  async list(@CurrentCtx() ctx: Ctx) {
    const [search, media, { ports }, connected, machines] = await Promise.all([
      this.searches.open(ctx),
      this.media.open(ctx),
      this.servers.open(ctx),
      this.apps.list(ctx),
      this.machines.list(ctx),
    ]);
    const tools = this.tools.within({}, connectedBy(search, media, machines.length));
    const own = [...tools.values()].map((tool) => ({
      slug: tool.name,
      title: titleOf(tool.name),
      description: tool.about ?? tool.description,
      arguments: argumentsOf(schemaOf(tool)),
    }));
    const others = appToolsOf(ports).map(({ name, server, tool }) => ({
      slug: name,
      title: `${tool.name} (${server.name})`,
      description: tool.description,
      arguments: argumentsOf(tool.schema),
    }));
    const apps = connected.map((app) => ({
      slug: nameOfApp(app),
      title: app.name,
      description: app.tools.map(({ about }) => about).join('. '),
      arguments: argumentsOf(schemaOf(useApp(app))),
    }));
    return { tools: [...own, ...apps, ...others] };
  }
}

/** What the model is told of the arguments. */
const schemaOf = ({ input, schema }: Tool): object => schema ?? z.toJSONSchema(input, { io: 'input' });

/** The names in a JSON Schema, which may be one that strangers wrote. */
function argumentsOf(schema: object): string[] {
  const properties = 'properties' in schema ? schema.properties : undefined;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties).slice(0, MAX_ARGUMENTS) : [];
}
