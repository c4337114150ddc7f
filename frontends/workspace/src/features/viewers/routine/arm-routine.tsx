import { CalendarClock, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { Routine as Read } from '@zo/proto/routine';
import { whenInWords } from '@zo/web/recurrence';
import { Link } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, cn, toast } from '@zo/web/ui';
import { routinesApi, type Routine } from '../../../api/routines.endpoints';
import { InputsDialog } from './inputs-dialog';
import { ARMING } from './messages';
import { RoutineHook } from './routine-hook';
import { StepList } from './routine-steps';

/** ZR-05: the schedule that a file asks for, which runs only once its user has armed it. */
export function ArmRoutine({ routine: { id, title, inputs, proposed, armed } }: { routine: Routine }) {
  const [arm, arming] = routinesApi.useArmRoutineMutation();
  const [isAsking, setIsAsking] = useState(false);
  const [disarm, disarming] = routinesApi.useDisarmRoutineMutation();
  if (!proposed && !armed) return null;
  const isSame = proposed !== null && proposed.hash === armed?.hash;
  const shown = isSame || !proposed ? armed : proposed;
  const fail = (title: string) => (error: unknown) => toast.error(title, { description: toProblem(error).detail });
  const send = async (values: Record<string, string>) => {
    if (!proposed) return false;
    try {
      await arm({ id, hash: proposed.hash, inputs: values }).unwrap();
      return true;
    } catch (error) {
      fail(ARMING.notArmed)(error);
      return false;
    }
  };
  const begin = () => (inputs.length > 0 ? setIsAsking(true) : void send({}));
  return (
    <section
      aria-label={ARMING.title}
      className={cn('mt-4 flex items-start gap-3 rounded-lg border p-3', isSame ? 'border-line-1' : 'border-warn')}
    >
      {isSame ? (
        <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-text-2" />
      ) : (
        <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      )}
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="font-medium">{sentenceOf({ proposed, armed }, isSame)}</p>
        {proposed?.problem ? (
          <p role="alert" className="text-warn">
            {ARMING.broken(proposed.problem)}
          </p>
        ) : null}
        {/* Once armed, it is what the form says. */}
        {proposed && !isSame && proposed.problem === null ? (
          <p className="break-words">
            {[
              whenInWords(proposed, ` (${proposed.zone})`),
              ...(proposed.budget === null ? [] : [ARMING.most(proposed.budget)]),
            ].join(' · ')}
          </p>
        ) : null}
        {proposed && !isSame && proposed.problem === null && proposed.steps.length > 0 ? (
          <div className="space-y-1.5">
            <p>{ARMING.scripts}</p>
            <StepList steps={proposed.steps} />
          </div>
        ) : null}
        {shown && shown.next.length > 0 ? (
          <p className="text-text-2">
            {`${ARMING.next}: `}
            {shown.next.map((at, index) => (
              <time key={at} dateTime={at}>
                {(index > 0 ? ' · ' : '') + WHEN.format(new Date(at))}
              </time>
            ))}
          </p>
        ) : null}
        {armed && Object.keys(armed.inputs).length > 0 ? (
          <p className="line-clamp-3 break-words text-text-2">
            {Object.entries(armed.inputs)
              .map(([name, value]) => ARMING.input(name, value))
              .join(' · ')}
          </p>
        ) : null}
        <div className="flex flex-wrap items-center gap-2 pt-1">
          {proposed && !isSame && proposed.problem === null ? (
            <Button busy={arming.isLoading} onClick={begin}>
              {armed ? ARMING.armChange : ARMING.arm}
            </Button>
          ) : null}
          {isSame && inputs.length > 0 ? <Button onClick={begin}>{ARMING.changeInputs}</Button> : null}
          {armed && isSame ? <RoutineHook title={title} armed={armed} /> : null}
          {armed ? (
            <Button
              variant="quiet"
              busy={disarming.isLoading}
              onClick={() => void disarm(id).unwrap().catch(fail(ARMING.notDisarmed))}
            >
              {ARMING.disarm}
            </Button>
          ) : null}
          {armed ? (
            <Link to="/schedule" className="text-accent hover:underline">
              {ARMING.page}
            </Link>
          ) : null}
        </div>
      </div>
      {isAsking ? (
        <InputsDialog
          title={ARMING.inputs(title)}
          hint={ARMING.inputsHint}
          act={armed ? ARMING.save : ARMING.arm}
          inputs={inputs}
          given={armed?.inputs}
          isBusy={arming.isLoading}
          onSend={send}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </section>
  );
}

const WHEN = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

function sentenceOf({ proposed, armed }: Pick<Routine, 'proposed' | 'armed'>, isSame: boolean): string {
  if (!armed) return ARMING.proposed;
  if (!proposed) return ARMING.gone;
  if (!isSame) return ARMING.changed;
  return armed.paused ? ARMING.paused : ARMING.armed;
}

/** Whether the text asks for what the server has read: it is read again after the text is saved. */
export function isRead({ schedule: asked, ...read }: Read, { proposed, steps, steps_problem }: Routine): boolean {
  if (JSON.stringify([read.steps, read.stepsProblem ?? null]) !== JSON.stringify([steps, steps_problem])) return false;
  if (!asked || !proposed) return !asked === !proposed;
  const { rrule = '', zone, budget, file = null, mail = null, webhook } = asked;
  if (webhook !== proposed.webhook) return false;
  const dollars = budget !== undefined && Number.isFinite(budget) ? budget : null;
  const isZone = zone === '' || zone.startsWith(proposed.zone);
  return (
    rrule.startsWith(proposed.rrule) &&
    (file?.slice(0, proposed.file?.length) ?? null) === proposed.file &&
    (mail?.slice(0, proposed.mail?.length) ?? null) === proposed.mail &&
    isZone &&
    dollars === proposed.budget
  );
}
