import type { RoutineStep } from '@zo/proto/routine';

/** Names for a script the file that started its run, if one did. */
export const FILE_VARIABLE = 'ZO_FILE';

/** The steps of a routine that a run begins with, without a model. */
export interface RunScript {
  readonly routineId: string;
  readonly steps: readonly RoutineStep[];
  /** What the routine is run with, as its scripts see it. */
  readonly env: Readonly<Record<string, string>>;
  /** Its user has confirmed each word of the steps. */
  readonly armed: boolean;
}
