/** TL-01: a tool for each app that the user has connected: `use_app_gmail(tool_name, configured_props)`. */
import { z } from 'zod';
import { LIST } from './list-app-tools.js';
import type { ConnectedApp, ConnectedAppTool } from './app-port.js';
import { defineTool, text, type Tool } from './tool.js';
import { ToolError } from './tool-errors.js';

const PREFIX = 'use_app_';
const MAX_ARGUMENTS = 200_000;

export const nameOfApp = ({ slug }: Pick<ConnectedApp, 'slug'>): string => PREFIX + slug;

export const isConnectedAppTool = (name: string): boolean => name.startsWith(PREFIX) && name !== 'use_app_tool';

/** `search(query, limit?)` */
function signatureOf({ name, schema }: ConnectedAppTool): string {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] };
  const fields = Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`));
  return `${name}(${fields.join(', ')})`;
}

/** An app chooses what it calls its user: whatever could be read as more than a name says nothing. */
const ACCOUNT = /^[\p{L}\p{N}._+@-]{1,100}$/u;

export function useApp(app: ConnectedApp): Tool {
  const named = ACCOUNT.test(app.account) ? app.account : '';
  const tools = new Map(app.tools.map((tool) => [tool.name, tool]));
  const checks = new Map<string, z.ZodType>();
  const checkOf = (tool: ConnectedAppTool): z.ZodType => {
    const known = checks.get(tool.name) ?? z.fromJSONSchema(tool.schema);
    checks.set(tool.name, known);
    return known;
  };
  const input = z
    .strictObject({
      tool_name: z.enum(app.tools.map(({ name }) => name) as [string, ...string[]]),
      configured_props: z.record(z.string(), z.unknown()).describe('The arguments of the tool'),
    })
    .superRefine(({ tool_name: name, configured_props: props }, check) => {
      if (JSON.stringify(props).length > MAX_ARGUMENTS)
        return void check.addIssue(`configured_props have at most ${MAX_ARGUMENTS} characters`);
      // Before its user is asked: a yes to what the app refuses anyway would be for nothing.
      const { error } = checkOf(tools.get(name)!).safeParse(props);
      for (const { path, message } of error?.issues ?? [])
        check.addIssue({ code: 'custom', path: ['configured_props', ...path], message });
    });
  const account = named === '' ? '' : ` of ${named}`;
  const about = app.tools.map((tool) => `- ${signatureOf(tool)}: ${tool.about}`).join('\n');
  const more = app.writing ? '' : '\nOnly reading is on: the user switches on the rest in Settings › Connections.';
  return defineTool({
    name: nameOfApp(app),
    description: `Uses ${app.name}${account}. ${LIST} tells more of the arguments. Its tools:\n${about}${more}`,
    class: 'app',
    needs: 'none',
    parallel: false,
    input,
    sends: ({ tool_name: name }) => {
      const effect = tools.get(name)?.effect;
      if (effect === undefined) return undefined;
      return { name: app.name, host: '', destroys: effect === 'delete', app: { account: named, effect } };
    },
    execute: async ({ tool_name: name, configured_props: args }, { callApp }) => {
      if (!tools.has(name)) throw new ToolError(`${app.name} has no tool ${name}.`, 'not_found');
      return text(await callApp({ app: app.slug, tool: name, args }));
    },
  });
}
