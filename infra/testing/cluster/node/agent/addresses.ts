import { readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { V1Pod } from '@kubernetes/client-node';

/** Pod addresses from the time the network is set up (routed.sh), earlier than the status of the pod shows them. */
export class Addresses {
  private known: ReadonlyMap<string, string | undefined> = new Map();

  constructor(folder: string, onChange: () => void) {
    const readAddresses = () => {
      this.known = new Map(
        readdirSync(folder)
          .filter((name) => !name.startsWith('.'))
          .map((uid) => [uid, addressIn(join(folder, uid))]),
      );
      onChange();
    };
    watch(folder, readAddresses);
    readAddresses();
  }

  added<T extends V1Pod>(pods: readonly T[]): T[] {
    return pods.map((pod) => ({ ...pod, status: { podIP: this.known.get(pod.metadata!.uid!), ...pod.status } }));
  }
}

function addressIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    // The pod ended in the meantime.
    return undefined;
  }
}
