import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { isServiceError } from '@zo/errors';
import type { OpenMachineRequest } from '@zo/proto/compute/v1';
import { callerOf } from '../caller.js';
import type { MachinesService } from './machines.service.js';

/** ComputeService.ListMachines */
export async function listMachines(machines: MachinesService, { values }: HandlerContext) {
  const found = await machines.forAssistant(callerOf(values));
  return { machines: found.map(({ id, name, platform, folder }) => ({ id, name, platform, folder })) };
}

/** ComputeService.OpenMachine. @throws NotFound, FailedPrecondition with a sentence for the person */
export async function openMachine(
  machines: MachinesService,
  { machineId, byPerson }: OpenMachineRequest,
  { values }: HandlerContext,
) {
  try {
    const ctx = callerOf(values);
    const { address, secret } = byPerson
      ? (await machines.open(ctx, machineId)).at
      : await machines.addressForAssistant(ctx, machineId);
    return { address, token: secret };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const code = isServiceError(error, 'compute.no_machine') ? Code.NotFound : Code.FailedPrecondition;
    throw new ConnectError(error.detail, code, undefined, undefined, error);
  }
}
