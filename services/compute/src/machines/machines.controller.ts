import { Controller, Delete, Get, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx, Public } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Id, Input, networkOf, Responds, RespondsNothing, RespondsStream } from '@zo/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MachineProgram } from './machine-program.js';
import {
  codeResponse,
  type MachineChange,
  machineChange,
  machinesResponse,
  pairedResponse,
  type Pairing,
  pairing,
  programHash,
} from './machines.dto.js';
import { MachinesService } from './machines.service.js';

/** PC-02: the person's own machines. */
@Controller('machines')
export class MachinesController {
  constructor(
    private readonly machines: MachinesService,
    private readonly platform: Platform,
    private readonly ownProgram: MachineProgram,
  ) {}

  @Get()
  @Responds(machinesResponse)
  async list(@CurrentCtx() ctx: Ctx) {
    return { machines: await this.machines.list(ctx) };
  }

  /** A code that pairs one machine within ten minutes. */
  @Post('codes')
  @Responds(codeResponse, 201)
  async code(@CurrentCtx() ctx: Ctx) {
    const { code, expiresAt } = await this.machines.code(ctx);
    const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
    const { origin } = new URL(this.platform.config.ZO_PUBLIC_URL);
    const command = `npx -y ${await this.ownProgram.address(origin)} ${shown} --url ${origin}`;
    return { code: shown, command, expires_at: expiresAt.toISOString() };
  }

  /** The program for the person's own machines, as a package for npx. */
  @Public()
  @Get('programs/:hash/zo-machine.tgz')
  @RespondsStream('application/gzip')
  async program(@Param('hash', { schema: programHash }) _hash: string, @Res() response: ServerResponse) {
    const bytes = await this.ownProgram.bytes();
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': bytes.length }).end(bytes);
  }

  /** Called by the machine itself, with the code as its only credential. */
  @Public()
  @Post('pair')
  @Responds(pairedResponse, 201)
  pair(@Input(pairing) said: Pairing, @Req() request: IncomingMessage) {
    const address = String(request.headers['x-client-address'] ?? request.socket.remoteAddress ?? '');
    return this.machines.pair(said, networkOf(address));
  }

  @Patch(':id')
  @RespondsNothing()
  change(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(machineChange) wanted: MachineChange) {
    return this.machines.change(ctx, id, wanted);
  }

  /** Its credential ends, and so does its connection. */
  @Delete(':id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.machines.remove(ctx, id);
  }
}
