import { runService } from '@zo/shared/bootstrap';
import { chat } from './service.js';

await runService(chat);
