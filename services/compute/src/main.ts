import { runService } from '@zo/bootstrap';
import { compute } from './service.js';

await runService(compute);
