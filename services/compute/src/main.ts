import { runService } from '@zo/shared/bootstrap';
import { compute } from './service.js';

await runService(compute);
