import type { Kube } from '@zo/kube';
import type { Form, Given } from './arguments.js';

export interface Command extends Form {
  readonly name: string;
  /** The options as they are typed. */
  readonly usage: string;
  readonly about: string;
  /** @throws Failure */
  run(kube: Kube, given: Given): Promise<void>;
}

/** Default namespace of the services. */
export const PLATFORM = 'zo';

export const say = (text: string): void => void process.stdout.write(`${text}\n`);
