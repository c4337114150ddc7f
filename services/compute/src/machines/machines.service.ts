import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Computer, type ComputerAddress } from '@zo/computer-client';
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { COMPUTE_CONFIG, type ComputeConfig } from '../config.js';
import { computeErrors } from '../errors.js';
import type { Machine } from './machine.entity.js';
import { MachineLinks } from './machine-links.js';
import { CODE_ALPHABET, CODE_LENGTH, type MachineChange, type Pairing } from './machines.dto.js';
import { type MachineSaid, MachinesRepository } from './machines.repository.js';

const MAX_MACHINES = 20;
const CODE_MS = 10 * 60_000;
/** Codes of one network, right or wrong, before it has to wait; of 30^8 codes few are valid at a time. */
const MAX_CODES = 10;
const SECRET_BYTES = 32;
const TOKEN = /^zom_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_([\w-]{43})$/;

/** PC-02: the person's own machines, paired by a code and reached through the link that each of them opens. */
@Injectable()
export class MachinesService implements OnModuleDestroy {
  private readonly clients = new Map<string, Computer>();

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly rows: MachinesRepository,
    private readonly links: MachineLinks,
    @Inject(CACHE) private readonly cache: Cache,
    @Inject(COMPUTE_CONFIG) private readonly config: ComputeConfig,
  ) {}

  async list(ctx: Ctx) {
    const machines = await this.rows.all(ctx);
    return Promise.all(
      machines.map(async (machine) => present(machine, (await this.links.addressOf(machine.id)) !== undefined)),
    );
  }

  /** A code for one machine, valid for ten minutes. @throws compute.too_many_machines */
  async code(ctx: Ctx): Promise<{ code: string; expiresAt: Date }> {
    await this.checkCount(ctx);
    const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
    await this.cache.set(codeKey(code), ctx.userId, { ttlMs: CODE_MS });
    return { code, expiresAt: new Date(Date.now() + CODE_MS) };
  }

  /** Called by the machine. `network`: of the caller. @throws compute.wrong_code, compute.too_many_codes */
  async pair({ code, name, platform, folder, shell }: Pairing, network: string) {
    const { value, resetsInMs } = await this.cache.increment(`machine-codes:${network}`, CODE_MS);
    const seconds = Math.ceil(resetsInMs / 1_000);
    if (value > MAX_CODES)
      throw computeErrors.tooManyCodes({ seconds }, { headers: { 'retry-after': String(seconds) } });
    const userId = await this.cache.take(codeKey(code));
    if (!userId) throw computeErrors.wrongCode();
    const ctx = systemCtx(userId);
    await this.checkCount(ctx);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const id = crypto.randomUUID();
    const keys = { secretHash: hashOf(secret), agentKey: agentKeyOf(secret) };
    await this.rows.add(ctx, { id, userId, name, platform, folder, shell, readOnly: false, ...keys, seenAt: null });
    return { machine_id: id, token: `zom_${userId}_${id}_${secret}` };
  }

  /** The machine of a token, or undefined. */
  async identify(token: string): Promise<{ ctx: Ctx; id: string } | undefined> {
    const [, userId, id, secret] = TOKEN.exec(token) ?? [];
    if (!userId || !id || !secret) return undefined;
    const ctx = systemCtx(userId);
    const machine = await this.rows.byId(ctx, id);
    return machine && timingSafeEqual(machine.secretHash, hashOf(secret)) ? { ctx, id } : undefined;
  }

  async link({ ctx, id }: { ctx: Ctx; id: string }, said: MachineSaid, websocket: Duplex) {
    // It may have been removed a moment ago.
    if (!(await this.rows.seen(ctx, id, said))) return void websocket.destroy();
    await this.links.add(id, websocket, async () => (await this.rows.byId(ctx, id)) !== null);
  }

  /** Those on which the assistant may ask to run commands now, in the order in which they were paired. */
  async forAssistant(ctx: Ctx): Promise<Machine[]> {
    const open = (await this.rows.all(ctx)).filter(({ tools, shell }) => tools && shell);
    const addresses = await Promise.all(open.map(({ id }) => this.links.addressOf(id)));
    return open.filter((_, index) => addresses[index] !== undefined);
  }

  /**
   * Where a machine is on which the assistant may run commands.
   * @throws compute.no_machine, compute.machine_away, compute.machine_closed
   */
  async addressForAssistant(ctx: Ctx, id: string): Promise<ComputerAddress> {
    const machine = await this.rows.byId(ctx, id);
    if (!machine) throw computeErrors.noMachine();
    if (!machine.tools || !machine.shell) throw computeErrors.machineClosed({ name: machine.name });
    const address = await this.links.addressOf(id);
    if (!address) throw computeErrors.machineAway({ name: machine.name });
    return addressOf(machine, address);
  }

  /** The client of a connected machine. @throws compute.no_machine, compute.machine_away */
  async open(ctx: Ctx, id: string): Promise<Computer> {
    const machine = await this.rows.byId(ctx, id);
    if (!machine) throw computeErrors.noMachine();
    const client = await this.clientOf(machine);
    if (!client) throw computeErrors.machineAway({ name: machine.name });
    return client;
  }

  /** @throws compute.no_machine */
  async describe(ctx: Ctx, id: string): Promise<{ id: string; name: string }> {
    const machine = await this.rows.byId(ctx, id);
    if (!machine) throw computeErrors.noMachine();
    return { id, name: machine.name };
  }

  /** The machines that are connected. */
  async connected(ctx: Ctx): Promise<{ id: string; name: string; client: Computer }[]> {
    const machines = await this.rows.all(ctx);
    const found = await Promise.all(
      machines.map(async (machine) => ({ id: machine.id, name: machine.name, client: await this.clientOf(machine) })),
    );
    return found.flatMap(({ client, ...machine }) => (client ? [{ ...machine, client }] : []));
  }

  private async clientOf(machine: Machine): Promise<Computer | undefined> {
    const { id } = machine;
    const address = await this.links.addressOf(id);
    const known = this.clients.get(id);
    if (known && known.at.address === address) return known;
    known?.close();
    this.clients.delete(id);
    if (!address) return undefined;
    const client = new Computer(addressOf(machine, address), this.config.ZO_COMPUTER_ANSWER_MS);
    this.clients.set(id, client);
    return client;
  }

  /** @throws compute.no_machine */
  async change(ctx: Ctx, id: string, wanted: MachineChange): Promise<void> {
    if (!(await this.rows.change(ctx, id, wanted))) throw computeErrors.noMachine();
  }

  /** Its credential ends, and so does its connection. @throws compute.no_machine */
  async remove(ctx: Ctx, id: string): Promise<void> {
    if (!(await this.rows.remove(ctx, id))) throw computeErrors.noMachine();
    await this.links.end(id);
    this.clients.get(id)?.close();
    this.clients.delete(id);
  }

  onModuleDestroy(): void {
    for (const client of this.clients.values()) client.close();
  }

  private async checkCount(ctx: Ctx): Promise<void> {
    if ((await this.rows.all(ctx)).length >= MAX_MACHINES) throw computeErrors.tooManyMachines({ max: MAX_MACHINES });
  }
}

const codeKey = (code: string) => `machine-code:${hashOf(code).toString('hex')}`;
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
/** The machine derives the same key (services/computer-agent/src/machine), so that it is never sent. */
const agentKeyOf = (secret: string) => createHmac('sha256', secret).update('agent').digest('hex');

const addressOf = ({ id, agentKey }: Machine, address: string): ComputerAddress => ({
  computerId: id,
  instance: id,
  secret: agentKey,
  address,
});

const present = (
  { id, name, platform, folder, shell, readOnly, tools, seenAt, createdAt }: Machine,
  connected: boolean,
) => ({
  id,
  name,
  platform,
  folder,
  shell,
  read_only: readOnly,
  tools,
  connected,
  seen_at: seenAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});
