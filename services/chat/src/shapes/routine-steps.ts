import { CONDITIONS, MAX_SCRIPT, MAX_STEPS, type RoutineStep } from '@zo/proto/routine';
import { z } from 'zod';

/** Of what the service says; a step is a script or a question. */
export const routineSteps = z
  .array(
    z
      .object({
        script: z.string().max(MAX_SCRIPT),
        when: z.enum(['', ...CONDITIONS]),
        ask: z.string().max(10_000),
      })
      .transform(({ script, when, ask }): RoutineStep => (when === '' ? { script } : { when, ask })),
  )
  .max(MAX_STEPS);
