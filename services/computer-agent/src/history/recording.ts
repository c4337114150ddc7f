/** What the history does when it cannot record at once. */
let reportedAt = 0;
/** A full disk would be reported for every change. */
export function report(error: NodeJS.ErrnoException): void {
  if (Date.now() - reportedAt < 60_000) return;
  reportedAt = Date.now();
  console.error('the history of files could not keep a change:', error.message);
}

/** Waits for work, but not for longer than that. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => (timer = setTimeout(done, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}
