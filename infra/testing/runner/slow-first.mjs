// Jest's order of files, with the slowest ones first: otherwise one of them begins last, and the other processes wait.
import Sequencer from '@jest/test-sequencer';

/** Files that take over 40 seconds on two processors, slowest first. The order of the others makes no difference. */
const SLOW = [
  'infra/apps/launcher/fresh-clone.product.spec.ts',
  'services/shared/events/kafka/kafka.engines.spec.ts',
  'infra/apps/backup/in-cluster.engines.spec.ts',
  'services/computer-agent/test/browser.component.spec.ts',
  'services/shared/events/kafka/failover.engines.spec.ts',
  'infra/testing/product/backup.product.spec.ts',
  'services/gateway/test/paths.product.spec.ts',
  'services/files/test/full-disk.product.spec.ts',
  'services/compute/test/not-answering.fault.spec.ts',
  'services/chat/test/restart.fault.spec.ts',
  'services/zo/test/kills.fault.spec.ts',
  'services/gateway/test/queries.product.spec.ts',
  'infra/apps/launcher/start.product.spec.ts',
  'infra/testing/product/database-kills.product.spec.ts',
  'infra/testing/product/agent-kills.product.spec.ts',
  'services/shared/events/kafka/relay.engines.spec.ts',
  'services/shared/events/kafka/security.engines.spec.ts',
  'infra/testing/trust/hostile-model.component.spec.ts',
  'services/gateway/test/tenant-matrix.product.spec.ts',
  'services/chat/test/sub-runs.fault.spec.ts',
  'infra/testing/product/database-full.product.spec.ts',
];

export default class SlowFirst extends Sequencer {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    const place = ({ path }) => {
      const found = SLOW.findIndex((file) => path.endsWith(`/${file}`));
      return found < 0 ? SLOW.length : found;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- The method of Jest's class; it returns another array.
    const byName = super.sort(tests);
    return byName.toSorted((one, other) => place(one) - place(other));
  }
}
