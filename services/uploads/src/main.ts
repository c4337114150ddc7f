import { runService } from '@zo/shared/bootstrap';
import { uploads } from './service.js';

await runService(uploads);
