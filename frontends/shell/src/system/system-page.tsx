import { useWakeComputerMutation, toProblem, type Computer, type Stats } from '@zo/web/store';
import { formatSize, formatSpan } from '@zo/web/format';
import { Button, Meter, toast } from '@zo/web/ui';
import type { ReactNode } from 'react';
import { STATE_LABEL, StateLamp, ofAll, toneOf, useSystem } from './stats-bar';

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-6 border-b border-line-1 py-2 last:border-0">
      <dt className="text-text-2">{label}</dt>
      <dd className="min-w-0 truncate text-right tabular-nums">{children}</dd>
    </div>
  );
}

function Gauge({ label, text, percent }: { label: string; text: string; percent: number }) {
  return (
    <div className="border-b border-line-1 py-3 last:border-0">
      <div className="flex justify-between gap-4">
        <span className="text-text-2">{label}</span>
        <span className="tabular-nums">{text}</span>
      </div>
      <Meter label={label} value={percent} tone={toneOf(percent)} className="mt-2" />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-sm font-medium text-text-2">{title}</h2>
      <div className="rounded-lg border border-line-1 px-4">{children}</div>
    </section>
  );
}

function Figures({ stats }: { stats: Stats }) {
  const { cpu, memory, disks, network } = stats;
  return (
    <>
      <Section title="In use now">
        <Gauge
          label="CPU"
          text={`${cpu.usage_percent.toFixed(0)} % of ${cpu.logical_cpus} cores`}
          percent={cpu.usage_percent}
        />
        <Gauge label="Memory" text={ofAll(memory)} percent={memory.percent} />
        {disks.map((disk) => (
          <Gauge
            key={disk.mount}
            label={disks.length > 1 ? `Disk ${disk.mount}` : 'Disk'}
            text={ofAll(disk)}
            percent={disk.percent}
          />
        ))}
      </Section>
      <Section title="Machine">
        <dl>
          <Row label="System">
            {stats.os} {stats.os_version}
          </Row>
          <Row label="Architecture">{stats.arch}</Row>
          <Row label="Cores">
            {cpu.physical_cores} physical, {cpu.logical_cpus} logical
            {cpu.frequency?.current_mhz ? `, ${Math.round(cpu.frequency.current_mhz)} MHz` : ''}
          </Row>
          <Row label="Network">
            {formatSize(network.received_bytes)} received, {formatSize(network.sent_bytes)} sent
          </Row>
          <Row label="On for">{formatSpan(stats.uptime_seconds)}</Row>
        </dl>
      </Section>
    </>
  );
}

function explain(computer: Computer): string {
  if (computer.state === 'failed') return computer.reason ?? 'It did not say why. Your files are kept.';
  if (computer.state === 'asleep')
    return 'Nothing is running. It wakes by itself when a file, a chat or a terminal needs it.';
  if (computer.state === 'awake' && computer.busy_reason) return `Stays on: ${computer.busy_reason}`;
  if (computer.state === 'awake' && computer.sleeps_in_seconds)
    return `Goes to sleep in ${formatSpan(computer.sleeps_in_seconds)} when nothing happens.`;
  return '';
}

/** LP-08: /system. */
export default function SystemPage() {
  const { computer, stats } = useSystem();
  const [wake, { isLoading }] = useWakeComputerMutation();
  const wakeUp = () =>
    void wake()
      .unwrap()
      .catch((error: unknown) => toast.error('The computer did not wake', { description: toProblem(error).detail }));
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-[40rem] px-6 pt-10 pb-16">
        <h1 className="text-2xl font-semibold">System</h1>
        {computer ? (
          <div className="mt-5 flex min-h-16 items-center gap-3 rounded-lg border border-line-1 px-4 py-3">
            <StateLamp state={computer.state} />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{STATE_LABEL[computer.state]}</p>
              <p className="text-sm text-text-2">{explain(computer)}</p>
            </div>
            {computer.state === 'asleep' || computer.state === 'failed' ? (
              <Button variant="primary" busy={isLoading} onClick={wakeUp}>
                {computer.state === 'failed' ? 'Try again' : 'Wake it'}
              </Button>
            ) : null}
          </div>
        ) : null}
        {computer && !computer.sandboxed ? (
          <p className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
            This computer runs without a sandbox: its programs can reach the server they run on. {computer.reason ?? ''}
          </p>
        ) : null}
        {stats ? <Figures stats={stats} /> : null}
      </div>
    </div>
  );
}
