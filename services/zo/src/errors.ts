import { defineErrors } from '@zo/errors';

export const zofileErrors = defineErrors('zofiles', {
  tooMany: [409, 'There are {most} personas already. Delete one that you do not use.'],
  tooManySchedules: [409, 'There are {most} schedules with a persona already. Clear one that you do not use.'],
});
