/** The port to the routines of users, whose files the service `zo` knows. */
import { Code, type Client, ConnectError, createClient } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { RoutineService } from '@zo/proto/zo/v1';
import { inputVariable, isScript, type RoutineStep } from '@zo/proto/routine';
import { asCaller, serviceTransport } from '@zo/rpc';
import { z } from 'zod';
import { FILE_VARIABLE, type RunScript } from '../../../shapes/run-script.js';
import { sanitise } from '../../../shapes/parts.js';
import { routineSteps } from '../../../shapes/routine-steps.js';

/** Waking a computer and reading the file takes longer than a question. */
const TIMEOUT_MS = 40_000;

const answer = z.object({
  address: z.string().min(1).max(4_096),
  title: z.string().min(1).max(300),
  inputs: z.array(z.object({ name: z.string().max(300), description: z.string().max(1_000) })).max(100),
  problem: z.string().max(1_000),
  steps: routineSteps,
});
export type KnownRoutine = z.output<typeof answer>;

@Injectable()
export class Routines {
  private readonly routines: Client<typeof RoutineService>;

  constructor(private readonly platform: Platform) {
    this.routines = createClient(RoutineService, serviceTransport('zo', platform.config.ZO_ZO_URL));
  }

  /** As its file says it now; undefined if there is none. @throws if the service does not answer */
  async find(ctx: Ctx, id: string): Promise<KnownRoutine | undefined> {
    const options = { ...(await asCaller(this.platform.issuer, 'zo', ctx)), timeoutMs: TIMEOUT_MS };
    try {
      return answer.parse(await this.routines.getRoutine({ id }, options));
    } catch (error) {
      if (error instanceof ConnectError && error.code === Code.NotFound) return undefined;
      throw error;
    }
  }
}

export type Given = Readonly<Record<string, string>>;

/** Names of inputs without a value, in words. */
export const missingOf = ({ inputs }: Pick<KnownRoutine, 'inputs'>, given: Given): string =>
  inputs
    .map(({ name }) => name)
    .filter((name) => given[name] === undefined)
    .join(', ');

/** The request with what the routine is run with. */
export const withInputs = (request: string, { inputs }: Pick<KnownRoutine, 'inputs'>, given: Given): string =>
  [
    request,
    ...(inputs.length > 0 ? [''] : []),
    ...inputs.map(({ name }) => `- ${name}: ${given[name] || '(empty)'}`),
  ].join('\n');

/** What the chat of a run begins with. */
export const requestFor = (title: string, steps: readonly RoutineStep[]): string =>
  steps.length > 0
    ? `Run the scripts of the routine “${title}”.`
    : `Run the routine “${title}”: do what its file says.`;

/** Null if a model does all of it. `file`: what started it. */
export function scriptOf(
  { routineId, steps, armed }: Omit<RunScript, 'env'>,
  given: Given,
  file = '',
): RunScript | null {
  if (!steps.some(isScript)) return null;
  const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [inputVariable(name), value]));
  return sanitise({
    routineId,
    steps: [...steps],
    armed,
    env: { ...env, ...(file !== '' && { [FILE_VARIABLE]: file.replace(/^w\//, '') }) },
  });
}
