import { runService } from '@zo/bootstrap';
import { channels } from './service.js';

await runService(channels);
