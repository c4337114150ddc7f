/** The channels service as a separate process that tests can kill. Configured by environment variables. */
import { Platform } from '@zo/bootstrap';
import { hostComputers, startTestService, type TestComputer } from '@zo/testing';
import { channels } from '../src/service.js';
import { hostPeople, type HostedPerson } from './hosted-people.js';

const platform = Platform.fromEnvironment();
const person = JSON.parse(process.env['TEST_PERSON']!) as HostedPerson;
const computer = JSON.parse(process.env['TEST_COMPUTER']!) as Pick<TestComputer, 'address' | 'instance' | 'secret'>;
hostComputers(platform, new Map([[person.userId, computer as TestComputer]]));
hostPeople(platform, [person]);
const { url } = await startTestService(channels, platform);
process.stdout.write(`${url}\n`);
