import { runService } from '@zo/bootstrap';
import { files } from './service.js';

await runService(files);
