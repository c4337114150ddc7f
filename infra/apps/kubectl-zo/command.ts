import type { Kube } from '@zo/kube';
import type { Form, Given } from './arguments.js';

export interface Command extends Form {
  readonly name: string;
  /** Options as they are typed. */
  readonly usage: string;
  readonly about: string;
  /** @throws Failure */
  run(kube: Kube, given: Given): Promise<void>;
}

/** Where the services are, unless it is said otherwise. */
export const PLATFORM = 'zo';

export const say = (text: string): void => void process.stdout.write(`${text}\n`);
