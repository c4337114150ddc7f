import { runService } from '@zo/shared/bootstrap';
import { files } from './service.js';

await runService(files);
