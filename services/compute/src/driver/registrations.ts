import type { Cache } from '@zo/cache';
import type { Computer } from '../operator/objects/resources.js';

/** A pod whose agent has registered. */
export interface AgentRegistration {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Address that the registration came from. */
  readonly address: string;
}

const CHANNEL = 'computer:registration';

/**
 * Addresses that agents registered, until the cluster reports them. All processes of compute share them through the
 * cache.
 */
export class AgentRegistrations {
  private readonly registered = new Map<string, AgentRegistration>();
  private unsubscribe?: () => void;

  constructor(
    private readonly cache: Cache,
    private readonly onRegistration: (registration: AgentRegistration) => void,
  ) {}

  async start(): Promise<void> {
    this.unsubscribe = await this.cache.subscribe(CHANNEL, (message) =>
      this.store(JSON.parse(message) as AgentRegistration),
    );
  }

  async add(registration: AgentRegistration): Promise<void> {
    this.store(registration);
    await this.cache.publish(CHANNEL, JSON.stringify(registration));
  }

  addressOf({ metadata, status }: Computer): string | undefined {
    const registration = this.registered.get(keyOf(metadata));
    return registration?.uid === status?.podUID ? registration?.address : undefined;
  }

  /** Removes a registration once the cluster reports the address, or the computer has ended. */
  removeIfObsolete(computer: Computer, exists: boolean): void {
    const isOver = !exists || computer.spec.operatingMode !== 'Running';
    if (isOver || (computer.status?.podIP !== undefined && this.addressOf(computer) !== undefined))
      this.registered.delete(keyOf(computer.metadata));
  }

  close(): void {
    this.unsubscribe?.();
  }

  private store(registration: AgentRegistration): void {
    this.registered.set(keyOf(registration), registration);
    this.onRegistration(registration);
  }
}

const keyOf = ({ namespace, name }: { readonly namespace?: string; readonly name: string }) => `${namespace}/${name}`;
