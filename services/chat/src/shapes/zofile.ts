import { z } from 'zod';

/** A Zofile as it was when the run started. */
export interface RunZofile {
  readonly id: string;
  readonly name: string;
  readonly prompt: string;
}

/** The Zofile that shaped an answer, as browsers see it. */
export const answeredAs = z.strictObject({ id: z.uuid(), name: z.string() }).meta({ id: 'AnsweredAs' });
export type AnsweredAs = z.infer<typeof answeredAs>;
