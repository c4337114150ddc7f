/** The tools of the apps of a user, as far as they are switched on and the app was asked for them. */
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requirePerson } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { z } from 'zod';
import { type App, mayWrite } from '../apps/app.js';
import { appOf } from '../apps/catalogue.js';
import type { Connection } from '../connections/connection.entity.js';
import { ConnectionsRepository } from '../connections/connections.repository.js';
import { connectionErrors } from '../errors.js';
import { AppCalls } from './app-calls.js';
import type { AppTool } from '../apps/tools/app-tool.js';
import { apiOf, isOn, type Switches, toolsOf } from '../apps/tools/tool-catalogue.js';
import { UsedKeys } from './used-keys.repository.js';

export interface AppWithTools {
  readonly app: App;
  readonly row: Connection;
  readonly tools: readonly AppTool[];
}

type SwitchChange = { readonly [key in keyof Switches]: boolean | undefined };

export interface Asked {
  readonly app: string;
  readonly tool: string;
  /** JSON. */
  readonly args: string;
  readonly key: string;
}

const MAX_ARGUMENTS = 400_000;

@Injectable()
export class ToolsService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly rows: ConnectionsRepository,
    private readonly calls: AppCalls,
    private readonly keys: UsedKeys,
  ) {}

  async list(ctx: Ctx): Promise<AppWithTools[]> {
    const rows = await this.database.readAtOnce(ctx, (tx) => this.rows.all(tx));
    return rows.flatMap((row) => {
      const app = appOf(row.appSlug);
      const tools = toolsOf(row.appSlug).filter((tool) => isOn(row, tool));
      return app && row.state === 'ok' && tools.length > 0 ? [{ app, row, tools }] : [];
    });
  }

  /** The same key changes something once. @throws connections.* */
  async call(ctx: Ctx, { app: slug, tool: name, args, key }: Asked, signal: AbortSignal): Promise<string> {
    const app = appOf(slug);
    const api = apiOf(slug);
    const tool = api?.tools.find((one) => one.name === name);
    if (!app || !api || !tool) throw errors.notFound();
    const row = await this.database.read(ctx, (tx) => this.rows.find(tx, slug));
    if (!row) throw connectionErrors.notConnected({ app: app.name });
    if (!isOn(row, tool))
      throw connectionErrors.switchedOff({ app: app.name, kind: tool.effect === 'read' ? 'Reading' : 'Writing' });
    const missing = (tool.scopes ?? []).filter((scope) => !row.scopes.includes(scope));
    if (row.scopes.length > 0 && missing.length > 0)
      throw connectionErrors.scopeMissing({
        app: app.name,
        words: tool.effect === 'read' ? 'read there' : app.writing!.words,
      });
    const given = argumentsOf(tool, args);
    if (tool.effect !== 'read' && !(await this.database.tx(ctx, (tx) => this.keys.use(tx, key))))
      throw connectionErrors.unconfirmed({ app: app.name });
    return this.calls.run({ ctx, app, api, tool, signal }, given);
  }

  /** What is not given stays as it is. @throws http.not_found, connections.scope_missing */
  async switch(ctx: Ctx, slug: string, { reads, writes }: SwitchChange): Promise<void> {
    requirePerson(ctx);
    const app = appOf(slug);
    await this.database.tx(ctx, async (tx) => {
      const row = await this.rows.lock(tx, slug);
      if (!row || !app) throw errors.notFound();
      if (writes && !mayWrite(app, row))
        throw connectionErrors.scopeMissing({ app: app.name, words: app.writing!.words });
      const switches: Switches = { reads: reads ?? row.reads, writes: writes ?? row.writes };
      await this.rows.change(tx, row, switches);
      audit(tx, 'app_tools.switched', { target: slug, reading: switches.reads, writing: switches.writes });
    });
  }
}

/** @throws http.invalid */
function argumentsOf(tool: AppTool, args: string): Record<string, unknown> {
  if (args.length > MAX_ARGUMENTS) throw errors.invalid({ reason: 'The arguments are too long.' });
  const parsed = tool.input.safeParse(jsonOf(args));
  if (parsed.success) return parsed.data;
  throw errors.invalid({ reason: z.prettifyError(parsed.error).replaceAll(/\s+/g, ' ').slice(0, 1_000) });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
