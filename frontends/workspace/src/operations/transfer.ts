import { store } from '@zo/web/store';
import { isSameAgent, nameOf, type Location } from '@zo/web/paths';
import { fileMutations } from '../api/mutations';
import { collect, failureOf, type Outcome, type Transfer } from './outcome';

const { moveEntries, copyEntries } = fileMutations.endpoints;

/** Items of one request: few enough that progress is seen, and that a failure midway leaves little untold. */
const BATCH = 100;

/** Whether an entry has to be sent to another computer to be in `target`. */
export const isSentTo = (target: Location) => (item: Location) => !isSameAgent(item, target);

/** Moves or copies entries; a request that fails as a whole ends it. */
export async function transfer(items: readonly Location[], how: Transfer): Promise<Outcome> {
  const outcome: Outcome = { done: [] };
  const sent = items.filter(isSentTo(how.target));
  const staying = sent.length > 0 ? items.filter((item) => !sent.includes(item)) : items;
  await withinComputer(staying, how, outcome);
  // Most users have no machines, so this is no part of the page that lists files.
  if (sent.length > 0) await (await import('./send')).toAnother(sent, how, outcome);
  return outcome;
}

/** In batches. */
async function withinComputer(items: readonly Location[], how: Transfer, outcome: Outcome): Promise<void> {
  const { verb, target, clash = 'refuse', onProgress } = how;
  const endpoint = verb === 'move' ? moveEntries : copyEntries;
  for (let at = 0; at < items.length; at += BATCH) {
    const batch = items.slice(at, at + BATCH);
    try {
      const { results } = await store.dispatch(endpoint.initiate({ items: batch, target, clash })).unwrap();
      collect(outcome, results);
    } catch (error) {
      const name = batch.length === 1 ? nameOf(batch[0]!) : `${batch.length} items`;
      outcome.failed ??= failureOf(name, error);
      return;
    }
    onProgress?.(at + batch.length);
  }
}
