import { runService } from '@zo/bootstrap';
import { connections } from './service.js';

await runService(connections);
