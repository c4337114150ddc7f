import type { Cache } from '@zo/cache';
import type { Computer } from '../operator/objects/resources.js';

/** A pod whose agent listens. */
export interface Hello {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Where it spoke from. */
  readonly address: string;
}

const CHANNEL = 'computer:hello';

/** Where pods are, by their own word, until the cluster says it too. Whichever process of compute heard it, all of them know. */
export class Hellos {
  private readonly heard = new Map<string, Hello>();
  private unsubscribe?: () => void;

  constructor(
    private readonly cache: Cache,
    private readonly onHello: (hello: Hello) => void,
  ) {}

  async start(): Promise<void> {
    this.unsubscribe = await this.cache.subscribe(CHANNEL, (message) => this.keep(JSON.parse(message) as Hello));
  }

  async tell(hello: Hello): Promise<void> {
    this.keep(hello);
    await this.cache.publish(CHANNEL, JSON.stringify(hello));
  }

  addressOf({ metadata, status }: Computer): string | undefined {
    const hello = this.heard.get(keyOf(metadata));
    return hello?.uid === status?.podUID ? hello?.address : undefined;
  }

  /** Forgets what is known by other ways, or has ended. */
  look(computer: Computer, isThere: boolean): void {
    const isOver = !isThere || computer.spec.operatingMode !== 'Running';
    if (isOver || (computer.status?.podIP !== undefined && this.addressOf(computer) !== undefined))
      this.heard.delete(keyOf(computer.metadata));
  }

  close(): void {
    this.unsubscribe?.();
  }

  private keep(hello: Hello): void {
    this.heard.set(keyOf(hello), hello);
    this.onHello(hello);
  }
}

const keyOf = ({ namespace, name }: { readonly namespace?: string; readonly name: string }) => `${namespace}/${name}`;
