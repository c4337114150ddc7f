import { runService } from '@zo/bootstrap';
import { accounts } from './service.js';

await runService(accounts);
