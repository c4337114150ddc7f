/** A picture that a call has answered, as its user is shown it beside the text. */
import { z } from 'zod';

export const callPicture = z
  .strictObject({ run_id: z.uuid(), id: z.uuid(), width: z.int().min(1), height: z.int().min(1) })
  .meta({ id: 'CallPicture' });
export type CallPicture = z.infer<typeof callPicture>;
