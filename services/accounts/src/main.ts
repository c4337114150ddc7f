import { runService } from '@zo/shared/bootstrap';
import { accounts } from './service.js';

await runService(accounts);
