import { Laptop, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '@zo/web/format';
import { fileHref } from '@zo/web/paths';
import { Link } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, NamePopover, Switch, toast } from '@zo/web/ui';
import {
  useMachinesQuery,
  useMakeMachineCodeMutation,
  useRemoveMachineMutation,
  useChangeMachineMutation,
  type Machine,
  type MachineCode,
} from '@zo/web/store';
import { RowOptions } from '../../frame/row-options';
import { Row, Rows, SectionPage, Tag } from '../../frame/rows';
import { MACHINES } from './messages';
import { Pairing } from './pairing';

const MAX_NAME = 64;
/** Machines come and go by themselves. */
const POLL_MS = 10_000;
/** While somebody waits for one. */
const FAST_POLL_MS = 2_000;

const failed = (what: string) => (error: unknown) => void toast.error(what, { description: toProblem(error).detail });

/** The folder that a machine shows; it opens like one of the workspace. */
function Folder({ machine: { id, folder, connected } }: { machine: Machine }) {
  if (!connected) return folder;
  return (
    <Link
      to={fileHref({ root: `m${id}`, path: [] })}
      className="text-accent-text underline-offset-2 hover:underline"
      aria-label={MACHINES.openFolder(folder)}
    >
      {folder}
    </Link>
  );
}

/** Whether the assistant may ask to run commands on a machine. */
function ToolsSwitch({ machine: { id, name, tools } }: { machine: Machine }) {
  const [change, { isLoading, originalArgs }] = useChangeMachineMutation();
  const isOn = isLoading && originalArgs && 'tools' in originalArgs.change ? originalArgs.change.tools : tools;
  const turn = (on: boolean) =>
    void change({ id, change: { tools: on } })
      .unwrap()
      .catch(failed(MACHINES.notSaved));
  return (
    <span className="flex items-center gap-2 text-sm text-text-2">
      <span aria-hidden>{MACHINES.tools}</span>
      <Switch label={MACHINES.toolsOf(name)} checked={isOn} onChange={turn} />
    </span>
  );
}

function MachineRow({ machine }: { machine: Machine }) {
  const { id, name, connected, seen_at: seenAt } = machine;
  const [remove, { isLoading }] = useRemoveMachineMutation();
  const [change] = useChangeMachineMutation();
  const [box, setBox] = useState<DOMRect>();
  const row = useRef<HTMLDivElement>(null);
  const seen = seenAt ? MACHINES.seen(formatDate(Date.parse(seenAt), Date.now())) : MACHINES.neverSeen;
  return (
    <div ref={row}>
      <Row
        icon={<Laptop className="size-5 shrink-0 text-text-2" />}
        label={name}
        hint={
          <>
            <span className="block break-all">
              {MACHINES.about(machine)}, <Folder machine={machine} />
            </span>
            {connected ? null : seen}
            {machine.tools && machine.shell ? <span className="block">{MACHINES.asksFirst}</span> : null}
          </>
        }
      >
        {connected ? <Tag tone="good">{MACHINES.connected}</Tag> : null}
        {machine.shell ? <ToolsSwitch machine={machine} /> : null}
        <RowOptions
          text={MACHINES}
          name={name}
          // The closing menu would take the focus from the field.
          onEdit={() => setTimeout(() => setBox(row.current!.getBoundingClientRect()), 40)}
          question={{ title: MACHINES.removeTitle(name), hint: MACHINES.removeHint }}
          isRemoving={isLoading}
          onRemove={() =>
            remove(id)
              .unwrap()
              .then(() => toast.success(MACHINES.removed(name)))
          }
          onFailed={failed(MACHINES.notRemoved)}
        />
      </Row>
      <NamePopover
        open={box !== undefined}
        onOpenChange={(open) => open || setBox(undefined)}
        box={box ?? new DOMRect()}
        title={MACHINES.name}
        action={MACHINES.rename}
        initial={name}
        check={(text) => (text.trim().length > MAX_NAME ? MACHINES.nameTooLong : undefined)}
        onSubmit={(text) =>
          change({ id, change: { name: text.trim() } })
            .unwrap()
            .then(
              () => undefined,
              (error: unknown) => toProblem(error).detail,
            )
        }
      />
    </div>
  );
}

/** The pairing that is under way: over once a machine is connected that was not known before. */
function usePairing(machines: readonly Machine[] | undefined) {
  const [make, { isLoading }] = useMakeMachineCodeMutation();
  const [pairing, setPairing] = useState<{ code: MachineCode; known: ReadonlySet<string> }>();
  const come = machines?.find(({ id, connected }) => pairing && connected && !pairing.known.has(id));
  useEffect(() => {
    if (!come) return;
    toast.success(MACHINES.paired(come.name));
    setPairing(undefined);
  }, [come]);
  const begin = () =>
    void make()
      .unwrap()
      .then((code) => setPairing({ code, known: new Set(machines?.map(({ id }) => id)) }), failed(MACHINES.noCode));
  return { code: pairing?.code, begin, isBusy: isLoading, end: () => setPairing(undefined) };
}

/** PC-02: machines of the person's own, paired by a code and removed with a click. */
export function MachinesSection() {
  const [fast, setFast] = useState(false);
  const {
    data: machines,
    isError,
    refetch,
  } = useMachinesQuery(undefined, {
    pollingInterval: fast ? FAST_POLL_MS : POLL_MS,
    refetchOnMountOrArgChange: true,
  });
  const { code, begin, isBusy, end } = usePairing(machines);
  if (fast !== Boolean(code)) setFast(Boolean(code));
  const add = (
    <Button size="md" busy={isBusy} onClick={begin}>
      <Plus />
      {MACHINES.add}
    </Button>
  );
  return (
    <SectionPage title={MACHINES.title} lead={MACHINES.lead}>
      {machines || isError ? (
        <Rows title={MACHINES.list} aside={machines?.length && !code ? add : undefined}>
          {machines ? null : (
            <Row label={MACHINES.failed}>
              <Button onClick={() => void refetch()}>{MACHINES.again}</Button>
            </Row>
          )}
          {machines?.map((machine) => (
            <MachineRow key={machine.id} machine={machine} />
          ))}
          {code ? <Pairing code={code} onAnother={begin} onDone={end} /> : null}
          {machines?.length === 0 && !code ? (
            <Row label={MACHINES.none} hint={MACHINES.noneHint}>
              {add}
            </Row>
          ) : null}
        </Rows>
      ) : null}
    </SectionPage>
  );
}
