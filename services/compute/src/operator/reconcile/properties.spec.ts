import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { deepStrictEqual as equal, ok } from 'node:assert';
import { computerOf, PLAN, World } from '../../../test/operator/world.js';
import { FINALIZER } from '../objects/resources.js';
import { holdNow, reconcile } from './reconcile.js';

type View = NonNullable<ReturnType<World['observe']>>;
type Step = (world: World, seen: View[]) => void;

const hold = fc.option(
  fc.record({
    reason: fc.constant('Billing' as const),
    until: fc.option(fc.integer({ min: -60, max: 600 }), { nil: undefined }),
  }),
  { nil: undefined },
);
const decideOn = (view: View) => reconcile(view.computer, view.observed, view.now);

/** Acts on the newest view; `atMost` leaves out all actions from that one on, as a crash would. */
const reconcileNow =
  (atMost?: number): Step =>
  (world, seen) => {
    const view = world.observe();
    if (!view) return;
    seen.push(view);
    world.execute(decideOn(view), atMost);
  };

/** Decides on an old view and acts now, as with a stale cache or a second leader that lost its lease unnoticed. */
const reconcileThePast =
  (back: number): Step =>
  (world, seen) => {
    const view = seen.at(-1 - back);
    if (view) for (const action of decideOn(view).actions) world.apply(action);
  };

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Step>(reconcileNow()) },
    { weight: 2, arbitrary: fc.nat(2).map((atMost) => reconcileNow(atMost)) },
    { weight: 3, arbitrary: fc.nat(5).map(reconcileThePast) },
    {
      weight: 6,
      arbitrary: fc.constantFrom('bind' as const, 'ready' as const, 'fail' as const, 'end' as const).map(
        (step): Step =>
          (world) =>
            world.kubelet(step),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom('Running' as const, 'Suspended' as const).map(
        (operatingMode): Step =>
          (world) =>
            world.editSpec({ operatingMode }),
      ),
    },
    {
      weight: 2,
      arbitrary: hold.map(
        (made): Step =>
          (world) =>
            world.editSpec({
              hold: made && {
                reason: made.reason,
                ...(made.until !== undefined && { until: new Date(world.now + made.until * 1_000).toISOString() }),
              },
            }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.boolean().map(
        (there): Step =>
          (world) =>
            void (world.plan = there ? PLAN : null),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.integer({ min: 1, max: 400 }).map(
        (seconds): Step =>
          (world) =>
            void (world.now += seconds * 1_000),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('pod' as const, 'claim' as const).map(
        (which): Step =>
          (world) =>
            world.deleteByHand(which),
      ),
    },
    { weight: 1, arbitrary: fc.constant<Step>((world) => world.delete()) },
  ),
  { maxLength: 60 },
);
const onDelete = fc.constantFrom('Keep' as const, 'Delete' as const);
const worldWith = (onDeletePolicy: 'Keep' | 'Delete') =>
  new World(computerOf({ storage: { onDelete: onDeletePolicy } }, { finalizers: [] }));
const RUNS = { numRuns: 2_000 };

/** Lets everything happen that happens by itself, until nothing changes any more. */
function settle(world: World): void {
  for (let round = 0; round < 12; round++) {
    world.collectGarbage();
    const view = world.observe();
    if (!view) return;
    const outcome = decideOn(view);
    world.execute(outcome);
    for (const step of ['bind', 'ready', 'end'] as const) world.kubelet(step);
    if (outcome.actions.length === 0 && outcome.status.phase === 'Failed' && outcome.requeueAt)
      world.now = outcome.requeueAt;
  }
}

describe('reconciler under random events', () => {
  it('PC-01 the fixed point follows from the spec alone, not from the history', () => {
    fc.assert(
      fc.property(steps, onDelete, (happened, onDeletePolicy) => {
        const world = worldWith(onDeletePolicy);
        const seen: View[] = [];
        for (const step of happened) step(world, seen);
        world.plan = PLAN;
        settle(world);
        if (!world.computer) return ok(!world.pod, 'a removed computer has no pod');
        const held = holdNow(world.computer, world.now);
        const wanted = world.computer.metadata.deletionTimestamp
          ? undefined
          : held
            ? 'Held'
            : world.computer.spec.operatingMode;
        ok(wanted, 'removal comes to its end');
        equal(world.computer.status?.phase, wanted);
        equal(world.pod !== null, wanted === 'Running');
        equal(world.computer.status?.observedGeneration, world.computer.metadata.generation);
        ok(wanted !== 'Running' || world.claim, 'who runs has a volume');
      }),
      RUNS,
    );
  });

  it('PC-01 at a fixed point another reconciliation has no actions and writes no status', () => {
    fc.assert(
      fc.property(steps, onDelete, fc.nat(1_000_000), (happened, onDeletePolicy, later) => {
        const world = worldWith(onDeletePolicy);
        const seen: View[] = [];
        for (const step of happened) step(world, seen);
        settle(world);
        const view = world.observe();
        if (!view || view.computer.spec.hold?.until) return;
        const again = reconcile(view.computer, view.observed, view.now + later);
        equal(again.actions, []);
        equal(again.status, view.computer.status);
      }),
      RUNS,
    );
  });

  it('PC-01 phases and conditions are written, never read: a wrong or missing status changes no action', () => {
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom('Running', 'Held', 'Failed', undefined),
        fc.nat(99),
        (happened, phase, observedGeneration) => {
          const world = worldWith('Keep');
          const seen: View[] = [];
          for (const step of happened) step(world, seen);
          const view = world.observe();
          if (!view) return;
          const { failures } = view.computer.status ?? {};
          const lied = {
            ...view,
            computer: {
              ...view.computer,
              status: { phase: phase as 'Running', observedGeneration, ...(failures && { failures }) },
            },
          };
          equal(decideOn(lied).actions, decideOn(view).actions);
          equal(decideOn(lied).status.observedGeneration, view.computer.metadata.generation);
        },
      ),
      RUNS,
    );
  });

  it('PC-01 no pod is created while there is one, on hold, suspended, without a finalizer, or beside an ending volume', () => {
    fc.assert(
      fc.property(steps, onDelete, (happened, onDeletePolicy) => {
        const world = worldWith(onDeletePolicy);
        const seen: View[] = [];
        for (const step of happened) {
          step(world, seen);
          const view = world.observe();
          if (!view || !decideOn(view).actions.some((action) => action.do === 'createPod')) continue;
          const { computer, observed } = view;
          ok(!observed.pod && !computer.metadata.deletionTimestamp && computer.spec.operatingMode === 'Running');
          ok(
            !holdNow(computer, view.now) &&
              computer.metadata.finalizers?.includes(FINALIZER) &&
              !observed.claim?.metadata.deletionTimestamp,
          );
        }
      }),
      RUNS,
    );
  });

  it('PC-01 removal ends the pod, then the volume if wanted, then the object; a volume to be kept is never touched', () => {
    fc.assert(
      fc.property(steps, onDelete, (happened, onDeletePolicy) => {
        const world = worldWith(onDeletePolicy);
        const seen: View[] = [];
        let had = false;
        for (const step of [...happened, (each: World) => each.delete()]) {
          const [before, volume] = [world.computer, world.claim];
          step(world, seen);
          had ||= world.claim !== null;
          const view = world.observe();
          const actions = view ? decideOn(view).actions.map((action) => action.do) : [];
          if (actions.includes('deleteClaim'))
            ok(onDeletePolicy === 'Delete' && !world.pod && world.computer?.metadata.deletionTimestamp);
          if (actions.includes('removeFinalizer')) ok(!world.pod && (onDeletePolicy === 'Keep' || !world.claim));
          if (onDeletePolicy === 'Keep' && world.claimsDeletedByHand === 0)
            ok(!(volume && !world.claim), 'a kept volume is there for ever');
          if (before && !world.computer && before.metadata.finalizers?.length)
            ok(onDeletePolicy === 'Keep' || !world.claim);
        }
        settle(world);
        equal(world.computer, null);
        equal(world.pod, null);
        if (onDeletePolicy === 'Keep' && world.claimsDeletedByHand === 0) equal(world.claim !== null, had);
      }),
      RUNS,
    );
  });
});
