import { runService } from '@zo/bootstrap';
import { chat } from './service.js';

await runService(chat);
