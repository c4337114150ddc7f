import { defineErrors } from '@zo/errors';

export const zofileErrors = defineErrors('zofiles', {
  tooMany: [409, 'There are {most} personas already. Delete one that you do not use.'],
  tooManySchedules: [409, 'There are {most} schedules with a persona already. Clear one that you do not use.'],
});

export const routineErrors = defineErrors('routines', {
  notARoutine: [422, 'A routine is a file of the workspace that ends in {suffix}.'],
  nameTaken: [409, 'There is a file of this name already. Choose another name.'],
  stale: [409, 'This routine was changed elsewhere meanwhile. Load it again, then make your change.'],
  inputsMissing: [422, 'This routine asks for {names}. Say what it runs with, then arm it.'],
  unknownInput: [422, 'This routine does not ask for {name} any more. Load it again, then arm it.'],
  unreadable: [409, 'The settings of this routine cannot be read: {why}. Mend its file first.'],
});

export const hookErrors = defineErrors('hooks', {
  notSigned: [401, 'This call is not signed as its hook asks, or more than 5 minutes ago. Look at its schedule.'],
  tooMany: [429, 'Too many calls. Try again in {seconds} seconds.'],
  paused: [409, 'This schedule is paused.'],
  full: [429, '{most} runs wait already. Call again when one has ended.'],
  otherBody: [409, 'This idempotency key came with another body before.'],
});

export const scheduleErrors = defineErrors('schedules', {
  badRule: [422, '{why}'],
  tooMany: [409, 'There are {most} schedules already. Delete one that you do not use.'],
  running: [409, 'It is running already. Wait until that run has ended, or stop it in its chat.'],
  neverRuns: [422, 'Say when it runs: at times, when a file or a mail arrives, or when it is called.'],
  notWritten: [409, 'What came in could not be kept as “{path}”. Make room, or rename what is in its way.'],
  noHook: [409, 'This schedule is not started by calls. Switch that on first.'],
  stale: [409, 'This schedule was changed elsewhere meanwhile. Load it again, then make your change.'],
});
