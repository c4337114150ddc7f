import { runService } from '@zo/bootstrap';
import { uploads } from './service.js';

await runService(uploads);
