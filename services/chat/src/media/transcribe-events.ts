import { z } from 'zod';

/** TS-01: the events of a transcription. `error` ends one that had begun. */
export const transcribeEvents = z
  .strictObject({
    TranscribeStartEvent: z.strictObject({
      /** Seconds; absent if it is not known before. */
      duration: z.number().optional(),
      /** How many pieces the recording is sent in. */
      parts: z.int(),
    }),
    /** Percent; at most 95 until it is complete. */
    TranscribeProgressEvent: z.strictObject({ progress: z.int().min(0).max(95) }),
    TranscribeCompleteEvent: z.strictObject({
      /** Address of the transcript, such as `w/talk.mp3.transcript.jsonl`. */
      path: z.string(),
      lines: z.int(),
      language: z.string().optional(),
      duration: z.number().optional(),
    }),
    error: z.strictObject({ detail: z.string() }),
  })
  .meta({ id: 'TranscribeEvents', description: 'Data of each kind of event' });
export type TranscribeEvents = z.infer<typeof transcribeEvents>;
