import type { EngineImage } from './containers/images.js';

/** A running engine and the faults that tests inject. */
export interface Engine {
  readonly name: string;
  /** Id of the running process; changes with `restart`. */
  readonly pid: number;
  /** Address of its ports. */
  readonly host: string;
  /** Data folder, until `stop`. */
  readonly folder: string;
  /** Sends a signal, such as SIGSTOP to freeze it and SIGCONT to continue. */
  signal(signal: NodeJS.Signals): void;
  /** SIGKILL; the folder and ports are kept for `restart`. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and ports; a running process is stopped gracefully first. */
  restart(): Promise<void>;
  /** Stops it and removes its folder, unless the caller owns that. */
  stop(): Promise<void>;
}

export interface EngineSpec {
  readonly name: string;
  readonly folder: string;
  readonly command: readonly string[];
  readonly env?: Record<string, string>;
  /** Ready when a line of output matches, or when the port accepts connections. */
  readonly ready: RegExp | number;
  /** Signal for a graceful stop. */
  readonly end: 'SIGTERM' | 'SIGINT' | 'SIGKILL';
  /** `stop` leaves the folder. */
  readonly keep?: boolean;
  /** How it runs as a container, which has the same folder and port. */
  readonly container?: {
    readonly image: EngineImage;
    readonly command: readonly string[];
    readonly port: number;
  };
}
