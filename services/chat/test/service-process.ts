/** The chat service as a separate process that tests can kill. Configured by environment variables. */
import { Platform } from '@zo/bootstrap';
import type { RoutineStep } from '@zo/proto/routine';
import { hostComputers, startTestService, type TestComputer } from '@zo/testing';
import { chat } from '../src/service.js';
import { hostApps } from './hosted-apps.js';
import { hostZofiles } from './hosted-zofiles.js';

const platform = Platform.fromEnvironment();
const computer = JSON.parse(process.env['TEST_COMPUTER']!) as Pick<TestComputer, 'address' | 'instance' | 'secret'>;
hostComputers(platform, new Map([[process.env['TEST_USER']!, computer as TestComputer]]));
const { routines } = hostZofiles(platform);
hostApps(platform);
const steps = process.env['TEST_STEPS'];
if (steps) routines.set(`${process.env['TEST_USER']} r1`, { steps: JSON.parse(steps) as RoutineStep[] });
const service = await startTestService(chat, platform);
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
process.stdout.write(`${service.url}\n`);
