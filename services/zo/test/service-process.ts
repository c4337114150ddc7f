/** The zo service as a separate process that tests can kill. Configured by environment variables. */
import { Platform } from '@zo/bootstrap';
import { startTestService } from '@zo/testing';
import { zo } from '../src/service.js';

const { url } = await startTestService(zo, Platform.fromEnvironment());
process.stdout.write(`${url}\n`);
