/** Finds every place of the API that takes a path, from its own description, and fills it with a given path. */
export interface Shape {
  readonly type?: string;
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly properties?: Record<string, Shape>;
  readonly required?: string[];
  readonly items?: Shape;
  readonly anyOf?: Shape[];
  readonly oneOf?: Shape[];
}
interface Described {
  readonly requestBody?: { content: Record<string, { schema: Shape }> };
  readonly parameters?: { name: string; in: string; required?: boolean; schema?: Shape }[];
}
export interface PathRoute {
  readonly route: string;
  /** Method, address and body with a path in every slot. */
  fill(path: readonly string[], root: unknown): { method: string; address: string; body?: unknown };
}

const LISTS = new Set(['path', 'slug', 'pathParts']);
const TEXTS = new Set(['absolutePath', 'cwd', 'file_path', 'target_file', 'location']);
const NAMES = new Set(['fileName', 'name', 'names']);
const QUERIES = new Set(['path', 'paths', 'file_path']);
/** Textual paths are tried both as they are and below the home. */
const spelled = (path: readonly string[]) =>
  path.length % 2 === 0 ? path.join('/') : `/home/ada/workspace/${path.join('/')}`;

class Filler {
  slots = 0;
  constructor(
    private readonly path: readonly string[],
    private readonly root: unknown,
  ) {}

  value(shape: Shape, name = ''): unknown {
    const list = shape.type === 'array';
    if (LISTS.has(name)) return this.slot(list ? [...this.path] : ['w', ...this.path].join('/'));
    if (TEXTS.has(name)) return this.slot(spelled(this.path));
    if (NAMES.has(name))
      return this.slot(list ? [this.path.join('/'), this.path.at(-1) ?? ''] : (this.path.at(-1) ?? ''));
    if (name === 'root') return this.root;
    const options = shape.anyOf ?? shape.oneOf;
    if (options) return this.value(options.at(-1)!, name);
    if (shape.const !== undefined) return shape.const;
    if (shape.enum) return shape.enum[0];
    if (shape.properties) return this.record(shape);
    if (list) return [this.value(shape.items ?? {})];
    if (shape.type === 'integer' || shape.type === 'number') return 4;
    if (shape.type === 'boolean') return true;
    return 'x';
  }

  /** Fills required properties, and those that may hold a path. */
  private record({ properties = {}, required = [] }: Shape): Record<string, unknown> {
    const kept = Object.entries(properties).filter(
      ([name, shape]) =>
        required.includes(name) ||
        LISTS.has(name) ||
        TEXTS.has(name) ||
        NAMES.has(name) ||
        name === 'root' ||
        shape.type === 'array',
    );
    return Object.fromEntries(kept.map(([name, shape]) => [name, this.value(shape, name)]));
  }

  private slot<T>(value: T): T {
    this.slots++;
    return value;
  }
}

/** The routes that take a path, in a body, a query or an address. */
export function pathRoutes(paths: Record<string, Record<string, Described>>): PathRoute[] {
  return Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => routeOf(method.toUpperCase(), address, described) ?? []),
  );
}

function routeOf(method: string, address: string, described: Described): PathRoute | undefined {
  const probe = new Filler(['x'], 'w');
  const shape = described.requestBody?.content['application/json']?.schema;
  const inQuery = (described.parameters ?? []).filter(({ in: place }) => place === 'query');
  const queries = inQuery.map(({ name }) => name).filter((name) => QUERIES.has(name));
  const others = inQuery
    .filter(({ name, required }) => required && !QUERIES.has(name))
    .map(({ name, schema = {} }) => `${name}=${String(probe.value(schema))}`);
  const inAddress = address.endsWith('/{path}');
  if (shape) probe.value(shape);
  if (!inAddress && queries.length === 0 && probe.slots === 0) return undefined;
  return {
    route: `${method} ${address}`,
    fill: (path, root) => {
      const encoded = path.map((name) => (name.isWellFormed() ? encodeURIComponent(name) : '%ED%A0%80'));
      const query = queries
        .map(
          (name) =>
            `${name}=${name === 'path' ? encodeURIComponent(JSON.stringify(path)) : encodeURIComponent(encoded.join('/'))}`,
        )
        .join('&');
      const target = address.replace('/conversations/{id}', '/conversations/new').replace('{path}', encoded.join('/'));
      return {
        method,
        address: target + (query ? `?${[query, ...others].join('&')}&root=${String(root)}` : ''),
        ...(shape && { body: new Filler(path, root).value(shape) }),
      };
    },
  };
}

/** Arguments of a tool with a path in every slot; undefined when it takes no path. */
export function toolArguments(parameters: Shape, path: readonly string[]): Record<string, unknown> | undefined {
  const filler = new Filler(path, 'w');
  const args = filler.value(parameters) as Record<string, unknown>;
  return filler.slots > 0 ? args : undefined;
}
