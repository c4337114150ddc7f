import { defineErrors } from '@zo/errors';

export const computeErrors = defineErrors('compute', {
  asleep: [409, 'Your computer is asleep.'],
  notStarted: [503, '{reason}'],
  hostAway: [503, 'Your computer cannot be reached right now. Try again in a moment.'],
  noComputer: [503, 'Your computer is still being made. Try again in a moment.'],
  noMachine: [404, 'This machine is not paired any more.'],
  machineAway: [409, '“{name}” is not connected. Start zo-machine on it again.'],
  machineClosed: [403, 'Zo may not run commands on “{name}”. Settings › Machines can allow it.'],
  noShell: [403, 'This machine lets nobody open shells. Start zo-machine on it with --shell to allow it.'],
  wrongCode: [400, 'This code is not valid any more. Make a new one in Settings › Machines.'],
  tooManyCodes: [429, 'That were too many codes. Try again in {seconds} seconds.'],
  tooManyMachines: [409, 'You can pair {max} machines. Remove one first.'],
  noTerminal: [404, 'This terminal is closed.'],
});
