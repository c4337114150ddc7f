import type { Cache } from '@zo/cache';
import type { Computer } from '../operator/objects/resources.js';

/** A pod whose agent has registered. */
export interface Hello {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Address that the registration came from. */
  readonly address: string;
}

const CHANNEL = 'computer:hello';

/**
 * Addresses that agents registered, until the cluster reports them. All processes of compute share them through the
 * cache.
 */
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

  /** Forgets a registration once the cluster reports the address, or the computer has ended. */
  check(computer: Computer, isThere: boolean): void {
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
