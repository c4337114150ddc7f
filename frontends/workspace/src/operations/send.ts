import { store } from '@zo/web/store';
import { nameOf, type Location } from '@zo/web/paths';
import { onSent, transferApi } from '../api/transfer.endpoints';
import { MESSAGES } from '../messages';
import { collect, failureOf, type Outcome, type Transfer } from './outcome';

/** To a machine, from there, or from one to another: a single request that may take long. */
export async function toAnother(
  items: readonly Location[],
  { verb, target, clash = 'refuse', onBytes, signal }: Transfer,
  outcome: Outcome,
): Promise<void> {
  const id = crypto.randomUUID();
  const unsubscribe = onSent(id, (bytes, total) => onBytes?.(bytes, total));
  const plain = ({ root, path }: Location): Location => ({ root, path });
  const sending = { verb, items: items.map(plain), target: plain(target), clash };
  const request = store.dispatch(transferApi.endpoints.sendEntries.initiate({ id, sending }));
  const cancel = () => request.abort();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const { results } = await request.unwrap();
    collect(outcome, results);
    outcome.leftOut = results.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0);
  } catch (error) {
    const name = items.length === 1 ? nameOf(items[0]!) : `${items.length} items`;
    outcome.failed ??= signal?.aborted ? { name, reason: MESSAGES.sendingCancelled } : failureOf(name, error);
  } finally {
    unsubscribe();
    signal?.removeEventListener('abort', cancel);
  }
}
