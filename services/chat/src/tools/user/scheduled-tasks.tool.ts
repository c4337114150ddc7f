import { z } from 'zod';
import { defineTool, type MadeSchedule, text } from '../tool.js';

const MAX_INSTRUCTION = 20_000;
const instruction = z
  .string()
  .trim()
  .min(1)
  .max(MAX_INSTRUCTION)
  .describe('What to do each time, complete in itself: the run does not see this chat');

export const createScheduledTask = defineTool({
  name: 'create_scheduled_task',
  about: 'Plans work for later, such as a digest each morning.',
  description: [
    'Makes a scheduled task: at the times of the rule, the instruction is carried out in a new chat, without the ' +
      'person.',
    'The rule is an RRULE of RFC 5545 on the wall clock of the person, at least 5 minutes apart, with BYHOUR and ' +
      'BYMINUTE',
    'wherever a time of day is meant; COUNT=1 for once. Answers with the next times; tell them to the person.',
  ].join(' '),
  class: 'schedule',
  needs: 'none',
  parallel: false,
  input: z.strictObject({
    rrule: z.string().min(1).max(1_000).describe('Such as FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0'),
    instruction,
  }),
  execute: async (args, { schedules }) => text(`Scheduled: ${inWords(await schedules.create(args))}`),
});

export const editScheduledTask = defineTool({
  name: 'edit_scheduled_task',
  about: 'Changes what a planned task does; its times stay.',
  description: 'Changes what a scheduled task does. Its times stay as they are.',
  class: 'schedule',
  needs: 'none',
  parallel: false,
  input: z.strictObject({
    event_id: z.uuid().describe('The id that create_scheduled_task answered with'),
    instruction,
  }),
  execute: async ({ event_id, instruction: changed }, { schedules }) =>
    text(`Changed: ${inWords(await schedules.edit({ id: event_id, instruction: changed }))}`),
});

function inWords({ id, title, zone, next }: MadeSchedule): string {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const times = next.map((at) => clock.format(at)).join('; ');
  return `“${title}” (event_id ${id}). ${times ? `Next times in ${zone}: ${times}.` : 'It is paused or has ended.'}`;
}
