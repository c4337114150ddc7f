/**
 * Generates the OpenAPI description of a service from its controllers' decorators and zod schemas, without running it.
 */
import { type DynamicModule, RequestMethod, type Type } from '@nestjs/common';
import { z } from 'zod';
import { responseOf } from './response.js';
import { problem } from './problem.js';

interface RouteArgument {
  readonly index: number;
  readonly data?: unknown;
  readonly schema?: z.ZodType;
}

type Json = Record<string, unknown>;

/** A websocket as declared by its service; `:name` is a path parameter. */
export interface SocketShape {
  readonly route: string;
  readonly description: string;
  /** Query parameters besides the nonce, which every websocket requires. */
  readonly query: z.ZodObject;
  /** JSON messages the service sends and accepts. */
  readonly messages?: { readonly sent: z.ZodType; readonly taken: z.ZodType };
}

/** Paths with their operations, websockets, and the schemas they reference. */
export interface ApiDescription {
  readonly paths: Record<string, Json>;
  readonly schemas: Record<string, Json>;
  readonly sockets?: Record<string, Json>;
}

// Nest's own metadata keys and parameter kinds (RouteParamtypes).
const ARGUMENTS = '__routeArguments__';
const BODY = 3;
const QUERY = 4;
const PARAM = 5;
const PUBLIC = 'zo:public';
const PREFIX = 'api';
const PROBLEM = withoutDialect(z.toJSONSchema(problem) as Json);
const NONCE = 'A ticket of POST /api/tokens/wss-nonce, for one websocket';
/** Only response schemas are named; request schemas are inlined. */
const NAMELESS = z.registry<z.core.GlobalMeta>();

/** Describes all controllers of a module and its websocket, with their request and response schemas. */
export function describeRoutes(module: Type | DynamicModule, socket?: SocketShape): ApiDescription {
  const api: ApiDescription = { paths: {}, schemas: {} };
  const controllers =
    'module' in module ? module.controllers : (Reflect.getMetadata('controllers', module) as Type[] | undefined);
  for (const controller of controllers ?? []) describeController(controller, api);
  return socket ? { ...api, sockets: describeSocket(socket, api) } : api;
}

/** OpenAPI cannot describe websockets, so they go into an extension of ours beside the paths. */
function describeSocket({ route, description, query, messages }: SocketShape, api: ApiDescription) {
  const path = joinPath(route);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const nonce = { name: 'nonce', in: 'query', required: true, schema: { type: 'string' }, description: NONCE };
  return {
    [path]: {
      description,
      security: [{ session: [] }],
      parameters: [...inPath, nonce, ...queryParameters(inputSchema(query))],
      ...(messages && { sent: outputSchema(messages.sent, api), taken: outputSchema(messages.taken, api) }),
    },
  };
}

/** Describes a GET route that no service implements and that needs no session. */
export function describeOpenRoute(operationId: string, path: string, answer: z.ZodType): ApiDescription {
  const api: ApiDescription = { paths: {}, schemas: {} };
  const content = { 'application/json': { schema: outputSchema(answer, api) } };
  const responses = { 200: { description: 'OK', content }, default: { $ref: '#/components/responses/Problem' } };
  api.paths[path] = { get: { operationId, security: [], responses } };
  return api;
}

/** Builds one document from one or more descriptions. */
export function apiDocument(title: string, parts: readonly ApiDescription[]): Json {
  const sockets = Object.assign({}, ...parts.map((part) => part.sockets)) as Json;
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
      responses: {
        Problem: { description: 'A problem (RFC 9457)', content: { 'application/problem+json': { schema: PROBLEM } } },
      },
      schemas: sorted(Object.assign({}, ...parts.map(({ schemas }) => schemas)) as Json),
    },
    paths: sorted(Object.assign({}, ...parts.map(({ paths }) => paths)) as Json),
    ...(Object.keys(sockets).length > 0 && { 'x-websockets': sorted(sockets) }),
  };
}

const sorted = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function describeController(controller: Type, api: ApiDescription): void {
  const bases: string[] = [Reflect.getMetadata('path', controller) ?? ''].flat();
  for (const name of Object.getOwnPropertyNames(controller.prototype)) {
    const handler: unknown = Reflect.get(controller.prototype as object, name);
    if (typeof handler !== 'function') continue;
    const method: RequestMethod | undefined = Reflect.getMetadata('method', handler);
    if (method === undefined) continue;
    const own: string[] = [Reflect.getMetadata('path', handler) ?? '/'].flat();
    for (const base of bases) {
      for (const path of own) {
        const full = joinPath(PREFIX, base, path);
        const verb = RequestMethod[method]!.toLowerCase();
        api.paths[full] = { ...api.paths[full], [verb]: describeHandler({ controller, name, handler }, api) };
      }
    }
  }
}

function describeHandler(
  { controller, name, handler }: { controller: Type; name: string; handler: object },
  api: ApiDescription,
): Json {
  const args: Record<string, RouteArgument> = Reflect.getMetadata(ARGUMENTS, controller, name) ?? {};
  const open = Boolean(Reflect.getMetadata(PUBLIC, handler) ?? Reflect.getMetadata(PUBLIC, controller));
  const operation: Json = {
    operationId: `${controller.name.replace(/Controller$/, '')}.${name}`,
    security: open ? [] : [{ session: [] }],
  };
  const parameters: Json[] = [];
  for (const [key, argument] of Object.entries(args)) {
    const kind = Number(key.split(':')[0]);
    const schema = argument.schema && inputSchema(argument.schema);
    if (kind === BODY && schema)
      operation['requestBody'] = { required: true, content: { 'application/json': { schema } } };
    if (kind === PARAM && typeof argument.data === 'string')
      parameters.push({ name: argument.data, in: 'path', required: true, schema: schema ?? {} });
    if (kind === QUERY && schema) parameters.push(...queryParameters(schema));
  }
  if (parameters.length > 0) operation['parameters'] = parameters;
  operation['responses'] = {
    ...describeResponse(handler, `${controller.name}.${name}`, api),
    default: { $ref: '#/components/responses/Problem' },
  };
  return operation;
}

function describeResponse(handler: object, name: string, api: ApiDescription): Json {
  const answer = responseOf(handler);
  if (!answer) throw new Error(`${name} does not say what it answers (@Answers, @AnswersNothing, @AnswersStream)`);
  const { status, schema, media, events } = answer;
  if (media)
    return {
      [status]: {
        description: 'OK',
        content: { [media]: { schema: events ? outputSchema(events, api) : { type: 'string', format: 'binary' } } },
      },
    };
  if (!schema) return { [status]: { description: 'OK' } };
  return { [status]: { description: 'OK', content: { 'application/json': { schema: outputSchema(schema, api) } } } };
}

function inputSchema(schema: z.ZodType): Json {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: NAMELESS }) as Json);
}

/** Schemas with a name (`.meta({ id })`) become components. */
function outputSchema(schema: z.ZodType, api: ApiDescription): Json {
  const { $defs = {}, ...own } = withoutDialect(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Json);
  for (const [name, definition] of Object.entries($defs as Record<string, Json>)) component(name, definition, api);
  return typeof own['id'] === 'string' ? component(own['id'], own, api) : (withComponentRefs(own) as Json);
}

function component(name: string, { id: _id, ...definition }: Json, api: ApiDescription): Json {
  const pointing = withComponentRefs(definition) as Json;
  const known = api.schemas[name];
  if (known && JSON.stringify(known) !== JSON.stringify(pointing)) throw new Error(`two shapes are called ${name}`);
  api.schemas[name] = pointing;
  return { $ref: `#/components/schemas/${name}` };
}

/** Rewrites references to definitions into references to components. */
function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' ? String(item).replace('#/$defs/', '#/components/schemas/') : withComponentRefs(item),
    ]),
  );
}

function withoutDialect({ $schema: _dialect, ...schema }: Json): Json {
  return schema;
}

function queryParameters(schema: Json): Json[] {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  return Object.entries((schema['properties'] as Record<string, Json>) ?? {}).map(([name, shape]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: shape,
  }));
}

function joinPath(...parts: string[]): string {
  const joined = parts
    .map((part) => part.replace(/^\/|\/$/g, ''))
    .filter(Boolean)
    .join('/');
  return `/${joined.replace(/:(\w+)/g, '{$1}').replace(/\*(\w+)/g, '{$1}')}`;
}
