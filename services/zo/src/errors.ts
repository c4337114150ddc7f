import { defineErrors } from '@zo/errors';

export const zofileErrors = defineErrors('zofiles', {
  tooMany: [409, 'There are {most} personas already. Delete one that you do not use.'],
  tooManySchedules: [409, 'There are {most} schedules with a persona already. Clear one that you do not use.'],
});

export const scheduleErrors = defineErrors('schedules', {
  badRule: [422, '{why}'],
  tooMany: [409, 'There are {most} schedules already. Delete one that you do not use.'],
  running: [409, 'It is running already. Wait until that run has ended, or stop it in its chat.'],
  stale: [409, 'This schedule was changed elsewhere meanwhile. Load it again, then make your change.'],
});
