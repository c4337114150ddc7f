import type { Change, Edit } from './engine';
import type { Answer, Ask } from './engine.worker';
// oxlint-disable-next-line import/default -- worker-loader.mjs creates the export
import ENGINE_WORKER from './engine.worker.ts?url';

/** A worker that says nothing for longer is terminated. */
const SILENCE_MS = 8_000;

export type CalculatorState = 'busy' | 'ready' | 'stopped';

/** The formulas of one open file, calculated in a worker with a time limit. */
export class Calculator {
  #worker: Worker | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version = 0;
  #loaded = 0;
  state: CalculatorState = 'ready';

  constructor(private readonly onAnswer: (changes: readonly Change[]) => void) {}

  /** Takes a whole file; earlier results are of no use any more. */
  load(text: string): void {
    this.#loaded = this.#version + 1;
    if (!this.#worker) {
      this.#worker = new Worker(ENGINE_WORKER);
      this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#answered(data);
      this.#worker.onerror = () => this.#stopped();
    }
    this.#ask({ version: 0, text });
  }

  edit(edits: Edit[]): void {
    if (edits.length > 0) this.#ask({ version: 0, edits });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #ask(ask: Ask): void {
    ask.version = ++this.#version;
    this.state = 'busy';
    this.#worker?.postMessage(ask);
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stopped(), SILENCE_MS);
  }

  #answered({ version, changes, isDone }: Answer): void {
    if (version < this.#loaded) return;
    if (isDone && version === this.#version) {
      clearTimeout(this.#timer);
      this.state = 'ready';
    } else this.#watch();
    this.onAnswer(changes);
  }

  #stopped(): void {
    this.end();
    this.state = 'stopped';
    this.onAnswer([]);
  }
}
