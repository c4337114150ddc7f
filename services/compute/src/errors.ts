import { defineErrors } from '@zo/errors';

export const computeErrors = defineErrors('compute', {
  asleep: [409, 'Your computer is asleep.'],
  notStarted: [503, '{reason}'],
  noComputer: [503, 'Your computer is still being made. Try again in a moment.'],
  noTerminal: [404, 'This terminal is closed.'],
});
