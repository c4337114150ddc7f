/** Bounds how long a model may be silent, and how much it may send. */
import type { ChatConfig } from '../../config.js';
import { IdleTimeoutError, OutputLimitError } from '../../models/model-errors.js';

/** The limits of a request to a model for which the user has set how long it may be silent. */
export const patient = (config: ChatConfig, patienceMs: number | undefined): ChatConfig =>
  patienceMs === undefined
    ? config
    : {
        ...config,
        ZO_MODEL_IDLE_MS: patienceMs,
        ZO_MODEL_PATIENCE_MS: Math.max(patienceMs, config.ZO_MODEL_PATIENCE_MS),
      };

/** Aborts a request that is silent for too long or exceeds its length, and forwards the user's Stop. */
export class Watchdog {
  reason?: Error;
  private readonly controller = new AbortController();
  private readonly silence: NodeJS.Timeout;
  private readonly patience: NodeJS.Timeout;
  private characters = 0;
  private readonly onAbort = () => this.controller.abort();

  constructor(
    private readonly outer: AbortSignal,
    private readonly config: ChatConfig,
  ) {
    const stalled = () => this.abort(new IdleTimeoutError());
    this.silence = setTimeout(stalled, config.ZO_MODEL_IDLE_MS);
    this.patience = setTimeout(stalled, config.ZO_MODEL_PATIENCE_MS);
    if (outer.aborted) this.controller.abort();
    outer.addEventListener('abort', this.onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Records that the provider has sent anything. */
  onLife(): void {
    this.silence.refresh();
  }

  /** Records received text or arguments. */
  onProgress(characters: number): void {
    this.characters += characters;
    if (this.characters > this.config.ZO_STEP_MAX_CHARS) this.abort(new OutputLimitError());
    if (characters > 0) this.patience.refresh();
  }

  /** Ends the request, whatever it still sends. */
  cancel(): void {
    this.controller.abort();
  }

  end(): void {
    clearTimeout(this.silence);
    clearTimeout(this.patience);
    this.outer.removeEventListener('abort', this.onAbort);
  }

  private abort(reason: Error): void {
    this.reason ??= reason;
    this.controller.abort();
  }
}
