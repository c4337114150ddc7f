/** The OpenAPI description of a service, read from its controllers' decorators and zod schemas: no second truth. */
import { type INestApplication, RequestMethod } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { z } from 'zod';

interface RouteArgument {
  readonly index: number;
  readonly data?: unknown;
  readonly schema?: z.ZodType;
}

type Json = Record<string, unknown>;
// Nest's own keys and parameter kinds (RouteParamtypes).
const ARGUMENTS = '__routeArguments__';
const BODY = 3;
const QUERY = 4;
const PARAM = 5;
const PUBLIC = 'zo:public';

/** Paths of all controllers of the application, with the shapes of body, query and path parameters. */
export function describeRoutes(app: INestApplication, prefix: string): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      if (metatype) describeController(metatype as new () => object, prefix, paths);
    }
  }
  return paths;
}

function describeController(controller: new () => object, prefix: string, paths: Record<string, Json>): void {
  const bases: string[] = [Reflect.getMetadata('path', controller) ?? ''].flat();
  for (const name of Object.getOwnPropertyNames(controller.prototype)) {
    const handler: unknown = Reflect.get(controller.prototype, name);
    if (typeof handler !== 'function') continue;
    const method: RequestMethod | undefined = Reflect.getMetadata('method', handler);
    if (method === undefined) continue;
    const own: string[] = [Reflect.getMetadata('path', handler) ?? '/'].flat();
    for (const base of bases) {
      for (const path of own) {
        const full = joinPath(prefix, base, path);
        const verb = RequestMethod[method]!.toLowerCase();
        paths[full] = { ...paths[full], [verb]: describeHandler(controller, name, handler) };
      }
    }
  }
}

function describeHandler(controller: new () => object, name: string, handler: object): Json {
  const args: Record<string, RouteArgument> = Reflect.getMetadata(ARGUMENTS, controller, name) ?? {};
  const open = Boolean(Reflect.getMetadata(PUBLIC, handler) ?? Reflect.getMetadata(PUBLIC, controller));
  const operation: Json = { operationId: `${controller.name.replace(/Controller$/, '')}.${name}`, security: open ? [] : [{ session: [] }] };
  const parameters: Json[] = [];
  for (const [key, argument] of Object.entries(args)) {
    const kind = Number(key.split(':')[0]);
    const schema = argument.schema && (z.toJSONSchema(argument.schema, { io: 'input', unrepresentable: 'any' }) as Json);
    if (kind === BODY && schema) operation['requestBody'] = { required: true, content: { 'application/json': { schema } } };
    if (kind === PARAM && typeof argument.data === 'string') parameters.push({ name: argument.data, in: 'path', required: true, schema: schema ?? {} });
    if (kind === QUERY && schema) parameters.push(...queryParameters(schema));
  }
  if (parameters.length > 0) operation['parameters'] = parameters;
  operation['responses'] = { '200': { description: 'OK' }, default: { description: 'A problem (RFC 9457)' } };
  return operation;
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
  const joined = parts.map((part) => part.replace(/^\/|\/$/g, '')).filter(Boolean).join('/');
  return `/${joined.replace(/:(\w+)/g, '{$1}').replace(/\*(\w+)/g, '{$1}')}`;
}
