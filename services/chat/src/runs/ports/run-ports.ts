import { Injectable } from '@nestjs/common';
import { ToolRegistry } from '../../tools/tool-registry.js';
import { Origins } from './origin.js';
import { SpendingLimits } from './spending-limit.js';

/** The ports through which other domains extend runs. */
@Injectable()
export class RunPorts {
  constructor(
    readonly origins: Origins,
    readonly tools: ToolRegistry,
    readonly limits: SpendingLimits,
  ) {}
}
