/** Answers chat's question for the active Zofile in this process, instead of the service that owns them. */
import { Code, ConnectError } from '@connectrpc/connect';
import { TokenVerifier } from '@zo/auth';
import type { Platform } from '@zo/bootstrap';
import type { RoutineStep } from '@zo/proto/routine';
import {
  type GetOccurrenceResponse,
  type GetRoutineResponse,
  RoutineService,
  ScheduleService,
  ZofileService,
} from '@zo/proto/zo/v1';
import { hostLocally, rpcCtx } from '@zo/rpc';
import type { RunZofile } from '../src/shapes/zofile.js';

export interface HostedZofiles {
  /** By user and type of conversation: `<user> main`. */
  readonly active: Map<string, RunZofile>;
  /** Questions so far. */
  asked: number;
  /** What due times ask for, by `<user> <schedule>`. */
  /** Or with what it is refused. */
  readonly tasks: Map<string, Partial<Omit<GetOccurrenceResponse, '$typeName' | '$unknown'>> | ConnectError>;
  /** By `<user> <routine>`. */
  readonly routines: Map<
    string,
    Partial<Pick<GetRoutineResponse, 'address' | 'title' | 'problem'>> & {
      inputs?: readonly { name: string; description: string }[];
      steps?: readonly RoutineStep[];
    }
  >;
  /** What the tools of the assistant asked for. */
  readonly scheduled: { userId: string; id?: string; rrule?: string; instruction: string; tainted: boolean }[];
  /** Mails that schedules were asked about; those with TAKEN in their subject are taken. */
  readonly mails: { userId: string; subject: string }[];
  /** While true, every question fails. */
  isDown: boolean;
  /** Questions for the active Zofile are answered after that. */
  answers?: Promise<void>;
  /** How many failed. */
  failed: number;
}

export function hostZofiles(platform: Platform): HostedZofiles {
  const hosted: HostedZofiles = {
    active: new Map(),
    tasks: new Map(),
    routines: new Map(),
    scheduled: [],
    mails: [],
    asked: 0,
    isDown: false,
    failed: 0,
  };
  const failing = () => {
    if (!hosted.isDown) return;
    hosted.failed += 1;
    throw new ConnectError('not now', Code.Unavailable);
  };
  const schedule = (made: Omit<HostedZofiles['scheduled'][number], 'userId'>, userId: string | undefined) => {
    failing();
    if (made.rrule === 'FREQ=SECONDLY') throw new ConnectError('FREQ has to be one of DAILY.', Code.InvalidArgument);
    hosted.scheduled.push({ userId: userId!, ...made });
    const next = [1_795_590_000_000n, 1_796_194_800_000n];
    const id = made.id ?? '018f3a3e-0000-7000-8000-000000000004';
    return { schedule: { id, title: 'Digest', zone: 'Europe/Berlin', next } };
  };
  hostLocally(
    'zo',
    (router) => {
      router.service(ScheduleService, {
        getOccurrence: ({ scheduleId }, { values }) => {
          failing();
          const task = hosted.tasks.get(`${values.get(rpcCtx)?.userId} ${scheduleId}`);
          if (!task) throw new ConnectError('gone', Code.NotFound);
          if (task instanceof ConnectError) throw task;
          return { title: 'Digest', instruction: 'go', tainted: false, owner: true, ...task };
        },
        takeMail: ({ subject }, { values }) => {
          failing();
          hosted.mails.push({ userId: values.get(rpcCtx)?.userId ?? '', subject });
          return { taken: subject.includes('TAKEN') };
        },
        createSchedule: ({ rrule, instruction, tainted }, { values }) =>
          schedule({ rrule, instruction, tainted }, values.get(rpcCtx)?.userId),
        editSchedule: ({ id, instruction, tainted }, { values }) =>
          schedule({ id, instruction, tainted }, values.get(rpcCtx)?.userId),
      });
      router.service(RoutineService, {
        getRoutine: ({ id }, { values }) => {
          const routine = hosted.routines.get(`${values.get(rpcCtx)?.userId} ${id}`);
          if (!routine) throw new ConnectError('gone', Code.NotFound);
          return {
            address: 'w/Weekly.zoroutine',
            title: 'Weekly',
            problem: '',
            ...routine,
            inputs: [...(routine.inputs ?? [])],
            steps: [...(routine.steps ?? [])],
          };
        },
      });
      router.service(ZofileService, {
        getActive: async ({ conversationType }, { values }) => {
          hosted.asked += 1;
          await hosted.answers;
          failing();
          const zofile = hosted.active.get(`${values.get(rpcCtx)?.userId} ${conversationType}`);
          return zofile ? { zofile } : {};
        },
      });
    },
    new TokenVerifier('zo', platform.keys),
  );
  return hosted;
}
