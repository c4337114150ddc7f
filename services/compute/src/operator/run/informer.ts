import { makeInformer, type KubernetesListObject, type KubernetesObject } from '@kubernetes/client-node';
import { logger } from '@zo/observability';
import { type Kube, plain, apiErrorOf } from '@zo/kube';

const log = logger('operator');
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;

const PAGE_SIZE = 500;

/** Which page of a list the API server is to return. */
export interface Page {
  readonly limit: number;
  readonly _continue?: string;
}

export interface InformerOptions<T> {
  /** e.g. `/api/v1/pods`. */
  readonly path: string;
  readonly labelSelector?: string;
  /** Lists one page. */
  readonly list: (page: Page) => Promise<unknown>;
  readonly pageSize?: number;
  /** Removes fields that are never read, because every object is held in memory. */
  readonly trim?: (object: T) => void;
  readonly onChange: (object: T) => void;
  /** Everything is listed anew at this interval, so that a missed change is found even while the watch is silent. */
  readonly relistMs: number;
}

type KubernetesInformer = ReturnType<typeof makeInformer<KubernetesObject>>;

/** A cache of all objects of one kind, kept up to date over lost connections by watching and by listing anew. */
export class Informer<T extends { readonly metadata: { readonly name: string; readonly namespace?: string } }> {
  private informer?: KubernetesInformer;
  private timer?: NodeJS.Timeout;
  private relisting?: NodeJS.Timeout;
  private closed = false;
  private receivedAt = Date.now();

  constructor(
    private readonly kube: Kube,
    private readonly options: InformerOptions<T>,
  ) {}

  /** Resolves when all objects have been listed once. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.begin(resolve));
    this.relisting = setInterval(() => this.begin(), this.options.relistMs);
  }

  get(name: string, namespace?: string): T | undefined {
    return this.informer?.get(name, namespace) as T | undefined;
  }

  all(): readonly T[] {
    return (this.informer?.list() ?? []) as unknown as readonly T[];
  }

  /** Milliseconds since the last message of the watch. */
  get quietMs(): number {
    return Date.now() - this.receivedAt;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.relisting);
    void this.informer?.stop();
  }

  /** A new informer replaces the old one once it has listed everything: the cache is never empty in between. */
  private begin(done?: () => void): void {
    const { path, labelSelector } = this.options;
    const before = this.informer;
    const next = makeInformer<KubernetesObject>(this.kube.config, path, () => this.list(), labelSelector);
    // Reports nothing before it is the current informer: everything is reported then.
    for (const event of ['add', 'update', 'delete'] as const)
      next.on(event, (object) => {
        this.slim(object);
        if (this.informer === next) this.emit(object);
      });
    let failures = 0;
    let waiting = false;
    const start = () => {
      waiting = false;
      if (!this.closed) next.start().then(started, retry);
    };
    const started = () => {
      // A failed list is reported as an error event, while `start` resolves all the same.
      if (waiting) return;
      failures = 0;
      this.receivedAt = Date.now();
      if (this.closed) return void next.stop();
      if (this.informer === next) return;
      // Not always `before`: when lists fail for a long time, several informers wait to replace it.
      const last = this.informer;
      this.informer = next;
      void last?.stop();
      for (const object of next.list()) this.emit(object);
      // Objects whose deletion was missed are in the old cache only.
      for (const object of last?.list() ?? [])
        if (!next.get(object.metadata!.name!, object.metadata!.namespace)) this.emit(object);
      done?.();
    };
    // The informer stops for good at most errors; restarted, it continues where it was.
    const retry = (error: unknown) => {
      if (this.closed || waiting || (this.informer !== next && this.informer !== before)) return;
      const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++) * (0.5 + Math.random());
      // A refused request stays refused until someone grants the permission.
      const refusal = apiErrorOf(error);
      const isForbidden = refusal?.code === 401 || refusal?.code === 403;
      log[isForbidden ? 'warn' : 'debug']({ refusal, error, kind: path, wait }, 'a watch is started again');
      waiting = true;
      this.timer = setTimeout(start, wait);
    };
    next.on('error', retry);
    start();
  }

  /** Lists page by page and reuses unchanged objects of the cache, which saves memory. */
  private async list(): Promise<KubernetesListObject<KubernetesObject>> {
    const items: KubernetesObject[] = [];
    for (let _continue: string | undefined; ;) {
      const page = { limit: this.options.pageSize ?? PAGE_SIZE, ...(_continue && { _continue }) };
      const listed = plain<KubernetesListObject<KubernetesObject>>(await this.options.list(page));
      for (const item of listed.items) items.push(this.known(item) ?? this.slim(item));
      _continue = listed.metadata?._continue ?? (listed.metadata as { continue?: string } | undefined)?.continue;
      if (!_continue) return { ...listed, items };
    }
  }

  private known({ metadata }: KubernetesObject): KubernetesObject | undefined {
    const known = this.informer?.get(metadata!.name!, metadata!.namespace);
    const isSame =
      known?.metadata?.uid === metadata!.uid && known?.metadata?.resourceVersion === metadata!.resourceVersion;
    return isSame ? known : undefined;
  }

  private slim(object: KubernetesObject): KubernetesObject {
    delete object.metadata?.managedFields;
    this.options.trim?.(object as unknown as T);
    return object;
  }

  /** Catches errors of the handler, which would end the process. */
  private emit(object: KubernetesObject): void {
    this.receivedAt = Date.now();
    try {
      this.options.onChange(object as unknown as T);
    } catch (error) {
      log.error({ error, kind: this.options.path }, 'a change was not applied');
    }
  }
}
