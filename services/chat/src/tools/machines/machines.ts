/** The port to the machines of users, whose links the service `compute` holds. */
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Computer } from '@zo/computer-client';
import { logger } from '@zo/observability';
import { ComputeService, type OpenMachineResponse } from '@zo/proto/compute/v1';
import { asCaller, isConnectionError, isUnresponsive, serviceTransport } from '@zo/rpc';
import { z } from 'zod';
import { ToolError } from '../tool-errors.js';
import { keyOf, type MachinePort, type OwnMachine } from './machine-port.js';

/** An answer waits for the list. */
const LIST_MS = 1_500;
const OPEN_MS = 10_000;
/** With a sentence for the person. */
const REFUSALS: readonly Code[] = [Code.NotFound, Code.FailedPrecondition];
const log = logger('chat:machines');

const listed = z
  .array(z.object({ id: z.uuid(), name: z.string().min(1).max(64), platform: z.enum(['linux', 'macos']) }))
  .max(20);

@Injectable()
export class Machines implements MachinePort {
  private readonly compute: Client<typeof ComputeService>;

  constructor(private readonly platform: Platform) {
    this.compute = createClient(ComputeService, serviceTransport('compute', platform.config.ZO_COMPUTE_URL));
  }

  /** None while the service does not answer: the rest of an answer works without. */
  async list(ctx: Ctx): Promise<OwnMachine[]> {
    try {
      const { machines } = await this.compute.listMachines({}, { ...(await this.caller(ctx)), timeoutMs: LIST_MS });
      return withKeys(listed.parse(machines));
    } catch (error) {
      log.warn({ error }, 'the machines of a user could not be listed');
      return [];
    }
  }

  async use<T>(ctx: Ctx, machine: OwnMachine, work: (agent: Computer) => Promise<T>): Promise<T> {
    const agent = agentOf(machine, await this.open(ctx, machine));
    try {
      return await work(agent);
    } catch (error) {
      if (!isConnectionError(error) && !isUnresponsive(error)) throw error;
      log.warn({ error }, 'a machine of a user stopped answering');
      const message = `The connection to “${machine.name}” broke, and this may have been done. Look before trying again.`;
      throw new ToolError(message, 'machine_unreachable');
    } finally {
      agent.close();
    }
  }

  private async open(ctx: Ctx, { id }: OwnMachine): Promise<OpenMachineResponse> {
    try {
      return await this.compute.openMachine({ machineId: id }, { ...(await this.caller(ctx)), timeoutMs: OPEN_MS });
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      if (REFUSALS.includes(error.code)) throw new ToolError(error.rawMessage, 'machine_unreachable');
      log.warn({ error }, 'a machine of a user could not be opened');
      throw new ToolError('The machines cannot be reached right now. Nothing was run.', 'machine_unreachable');
    }
  }

  private caller(ctx: Ctx) {
    return asCaller(this.platform.issuer, 'compute', ctx);
  }
}

const agentOf = ({ id }: OwnMachine, { address, token: secret }: OpenMachineResponse): Computer =>
  new Computer({ computerId: id, instance: id, address, secret });

function withKeys(machines: readonly Omit<OwnMachine, 'key'>[]): OwnMachine[] {
  return machines.map((machine) => {
    const key = keyOf(machine);
    const isOnly = machines.filter(({ name }) => name === machine.name).length === 1;
    return { ...machine, key, name: isOnly ? machine.name : key };
  });
}
