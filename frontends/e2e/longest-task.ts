import type { Tab } from './browser.js';

/** An event of the browser's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Returns the CPU time, in milliseconds, of the longest task of the page's main thread while `work` runs. Unlike the
 * duration of a task it does not depend on other processes.
 */
export async function longestTask({ page, context }: Tab, work: () => Promise<unknown>): Promise<number> {
  const devtools = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  const includedCategories = ['disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'];
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await work();
  await devtools.send('Tracing.end');
  await complete;
  await devtools.detach();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const main = new Set(events.filter(isMain).map(threadOf));
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)));
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1_000), 0);
}
