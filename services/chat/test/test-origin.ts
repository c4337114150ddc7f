/** A second origin of runs, without conversations: a minimal schedule. */
import type { Ctx } from '@zo/auth';
import { ModelsService } from '../src/models/models.service.js';
import { type Origin, Origins } from '../src/runs/ports/origin.js';
import { RunStarter, type StartRun } from '../src/runs/start-run.js';
import { NO_LABELS } from '../src/shapes/labels.js';
import type { Run, RunEnd } from '../src/runs/store/runs.repository.js';
import type { Harness } from './harness.js';

export class TestOrigin implements Origin {
  readonly name = 'test';
  readonly ends: { run: Run; end: RunEnd }[] = [];
  readonly announced: string[] = [];
  readonly written: string[] = [];

  constructor(private readonly at: Harness) {
    at.service.service.app.get(Origins).register(this);
  }

  async start(
    originId: string,
    { userId = this.at.userId, ...more }: Partial<StartRun> & { userId?: string } = {},
    whileDescribing: (tx: Ctx) => Promise<void> = async () => undefined,
  ) {
    const { app } = this.at.service.service;
    const ctx: Ctx = { userId, owner: true, actor: 'human', requestId: crypto.randomUUID() };
    return app.get(RunStarter).startRun(
      ctx,
      { origin: this.name, originId },
      {
        read: async (tx) => ({ chosen: await app.get(ModelsService).choose(tx, undefined) }),
        write: async (tx) => {
          await whileDescribing(tx);
          return {
            threadId: null,
            messageId: crypto.randomUUID(),
            settings: {},
            tools: {},
            budget: { steps: 60, calls: 200 },
            context: () => this.context(),
            ...more,
          };
        },
      },
    );
  }

  async context() {
    return {
      messages: [{ role: 'user' as const, content: 'the daily report' }],
      said: [],
      labels: NO_LABELS,
      inView: [],
    };
  }
  async label() {}
  async tainted() {
    return new Set<string>();
  }
  async touched(_ctx: Ctx, _run: Run, paths: readonly { path: readonly string[] }[]) {
    this.written.push(...paths.map(({ path }) => path.join('/')));
  }
  async ended(_ctx: Ctx, run: Run, end: RunEnd) {
    this.ends.push({ run, end });
  }
  async undone() {}
  announce(_run: Run, change: { status: string } | 'undone') {
    this.announced.push(change === 'undone' ? change : change.status);
  }
}
