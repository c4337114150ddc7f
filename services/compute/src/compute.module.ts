import { Module } from '@nestjs/common';
import { CACHE, type Cache } from '@zo/cache';
import { ComputerAnnouncer } from './computers/announcer.js';
import { ComputersConsumer } from './computers/computers.consumer.js';
import { ComputersController } from './computers/computers.controller.js';
import { ComputersRepository } from './computers/computers.repository.js';
import { ComputersService } from './computers/computers.service.js';
import { UncountedHomes } from './computers/uncounted-homes.js';
import { COMPUTE_CONFIG, type ComputeConfig, loadComputeConfig } from './config.js';
import { chooseDriver } from './driver/choose.js';
import { COMPUTER_DRIVER } from './driver/computer.driver.js';
import { EGRESS_RULES, EgressService } from './egress/egress.service.js';
import { MachineLinks } from './machines/machine-links.js';
import { MachineProgram } from './machines/machine-program.js';
import { MachinesController } from './machines/machines.controller.js';
import { MachinesRepository } from './machines/machines.repository.js';
import { MachinesService } from './machines/machines.service.js';
import { MachinesSocket } from './machines/machines.socket.js';
import { SystemController } from './system/system.controller.js';
import { SystemService } from './system/system.service.js';
import { TerminalsController } from './terminals/terminals.controller.js';
import { TerminalsService } from './terminals/terminals.service.js';
import { TerminalsSocket } from './terminals/terminals.socket.js';

@Module({
  controllers: [ComputersController, ComputersConsumer, MachinesController, SystemController, TerminalsController],
  providers: [
    { provide: COMPUTE_CONFIG, useFactory: () => loadComputeConfig() },
    {
      provide: COMPUTER_DRIVER,
      inject: [COMPUTE_CONFIG, CACHE],
      useFactory: (config: ComputeConfig, cache: Cache) => chooseDriver(config, cache),
    },
    ComputerAnnouncer,
    ComputersRepository,
    ComputersService,
    UncountedHomes,
    { provide: EGRESS_RULES, useValue: {} },
    EgressService,
    MachineLinks,
    MachineProgram,
    MachinesRepository,
    MachinesService,
    MachinesSocket,
    SystemService,
    TerminalsService,
    TerminalsSocket,
  ],
})
export class ComputeModule {}
