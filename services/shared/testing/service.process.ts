/** Runs one service in its own process, with computers at given addresses, and reports the usage of the process. */
import { Platform, type ServiceDefinition } from '@zo/bootstrap';
import { setLogLevel } from '@zo/observability';
import { type ComputerAt, hostComputers } from './computer.js';
import { startTestService } from './service.js';
import { reportUsage } from './usage.js';

export interface ServiceProcessInput {
  /** URL of the module that exports the definition under the given name. */
  readonly module: string;
  readonly name: string;
  readonly environment: Record<string, string>;
  readonly computers?: readonly (readonly [userId: string, computer: ComputerAt])[];
}

const { module, name, environment, computers } = JSON.parse(process.argv[2]!) as ServiceProcessInput;
Object.assign(process.env, environment);
setLogLevel(process.env['ZO_TEST_LOG'] ?? 'silent');
const platform = Platform.fromEnvironment(environment);
if (computers) hostComputers(platform, new Map(computers));
const definition = ((await import(module)) as Record<string, ServiceDefinition>)[name]!;
const { url } = await startTestService(definition, platform);
reportUsage();
process.on('disconnect', () => process.exit(0));
process.send!({ url });
