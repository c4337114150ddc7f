import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import type { BeginCommandRequest, EndCommandRequest, WakeRequest } from '@zo/proto/compute/v1';
import type { ComputerDriver } from '../driver/computer.driver.js';
import { callerOf } from '../caller.js';
import type { ComputersService } from './computers.service.js';

/**
 * ComputeService.Wake: the address and token of the caller's computer. @throws FailedPrecondition when it may not be
 * woken and sleeps
 */
export async function wake(computers: ComputersService, { onlyIfAwake }: WakeRequest, { values }: HandlerContext) {
  const ctx = callerOf(values);
  const computer = onlyIfAwake ? await computers.peek(ctx) : await computers.wake(ctx);
  if (!computer) throw new ConnectError('the computer is asleep', Code.FailedPrecondition);
  const { id: computerId, address, instance, secret, canClose, canRehearse = false, process } = computer.running;
  return {
    computerId,
    address,
    instance,
    token: secret,
    canClose,
    canRehearse,
    process,
    handle: computer.options.handle,
  };
}

/** What the calls about commands need. */
interface Commands {
  readonly computers: ComputersService;
  readonly driver: ComputerDriver;
}

/** ComputeService.BeginCommand. Never wakes the computer. @throws InvalidArgument */
export async function beginCommand(
  { computers, driver }: Commands,
  { commandId, conversationId, closed, grantedHosts }: BeginCommandRequest,
  { values }: HandlerContext,
) {
  const computer = await computers.peek(callerOf(values));
  const beginning = { id: commandId, conversationId, closed, grantedHosts };
  const begun = computer && (await driver.beginCommand?.(computer.running.id, beginning));
  if (!begun) return { recorded: false };
  const { user, password, ticket } = begun;
  return { recorded: true, proxyUser: user, proxyPassword: password, closedTicket: ticket };
}

/** ComputeService.EndCommand. */
export async function endCommand(
  { computers, driver }: Commands,
  { commandId }: EndCommandRequest,
  { values }: HandlerContext,
) {
  const computer = await computers.peek(callerOf(values));
  const egress = computer && (await driver.endCommand?.(computer.running.id, commandId));
  if (!egress) return { recorded: false };
  const hosts = egress.hosts.map(({ host, bytesIn, bytesOut, refused }) => ({
    host,
    bytesIn: BigInt(bytesIn),
    bytesOut: BigInt(bytesOut),
    refused,
  }));
  return { recorded: true, hosts, moreHosts: egress.moreHosts, foreign: egress.foreign, ranClosed: egress.ranClosed };
}
