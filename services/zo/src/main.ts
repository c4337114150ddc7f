import { runService } from '@zo/bootstrap';
import { zo } from './service.js';

await runService(zo);
