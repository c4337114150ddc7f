import { Link } from '@zo/web/router';
import {
  flagTurned,
  toProblem,
  useAppDispatch,
  useAppSelector,
  useComputerQuery,
  useSystemStatsQuery,
  useWakeComputerMutation,
} from '@zo/web/store';
import { formatSpan } from '@zo/web/format';
import { Button, Meter, Switch, toast } from '@zo/web/ui';
import { Row, Rows, SectionPage } from '../../frame/rows';
import { HistorySettings } from './history-settings';

const STATES = {
  awake: 'On',
  waking: 'Waking…',
  asleep: 'Asleep. It wakes by itself when it is needed.',
  stopping: 'Going to sleep',
  failed: 'It did not start',
} as const;

/** The user's computer: state, disk space, safety. */
export function ComputerSection() {
  const { data: computer, error, refetch } = useComputerQuery();
  const { data: stats } = useSystemStatsQuery(undefined, { skip: computer?.state !== 'awake' });
  const [wake, { isLoading }] = useWakeComputerMutation();
  const { chatTerminal } = useAppSelector((state) => state.ui.flags);
  const dispatch = useAppDispatch();
  if (!computer)
    return (
      <SectionPage title="Computer">
        {error ? (
          <Rows>
            <Row label="State" hint={toProblem(error).detail}>
              <Button onClick={() => void refetch()}>Try again</Button>
            </Row>
          </Rows>
        ) : null}
      </SectionPage>
    );
  const disk = stats?.disks[0];
  const sleep = computer.busy_reason
    ? `Stays on: ${computer.busy_reason}`
    : computer.sleeps_in_seconds
      ? `Goes to sleep in ${formatSpan(computer.sleeps_in_seconds)} when nothing happens`
      : undefined;
  const wakeUp = () =>
    void wake()
      .unwrap()
      .catch((error: unknown) => toast.error('The computer did not wake', { description: toProblem(error).detail }));
  return (
    <SectionPage title="Computer" lead="Where your files live and where the assistant works.">
      <Rows>
        <Row
          label="State"
          hint={computer.state === 'awake' ? (sleep ?? STATES.awake) : (computer.reason ?? STATES[computer.state])}
        >
          {computer.state === 'asleep' || computer.state === 'failed' ? (
            <Button busy={isLoading} onClick={wakeUp}>
              Wake it
            </Button>
          ) : (
            <span className="text-text-2">{STATES[computer.state]}</span>
          )}
        </Row>
        {disk ? (
          <Row label="Disk" hint={`${disk.used_gb.toFixed(2)} of ${disk.total_gb.toFixed(2)} GB used`}>
            <div className="w-40">
              <Meter label="Disk" value={disk.percent} />
            </div>
          </Row>
        ) : null}
        <Row
          label="Sandbox"
          hint={
            computer.sandboxed
              ? 'Programs on it cannot reach the server they run on'
              : 'Not in use here: programs can reach the server they run on'
          }
        >
          <span className={computer.sandboxed ? 'text-text-2' : 'text-warn'}>{computer.sandboxed ? 'On' : 'Off'}</span>
        </Row>
        <Row label="Live figures" hint="Processor, memory, disk and network">
          <Button asChild>
            <Link to="/system">Open system</Link>
          </Button>
        </Row>
      </Rows>
      {computer.state === 'awake' ? <HistorySettings /> : null}
      <Rows title="To try, in this browser">
        <Row
          label="Terminal in the chat panel"
          hint="A switch at the top of the chat turns it into a terminal and back"
        >
          <Switch
            label="Terminal in the chat panel"
            checked={chatTerminal}
            onChange={(on) => void dispatch(flagTurned({ chatTerminal: on }))}
          />
        </Row>
      </Rows>
    </SectionPage>
  );
}
