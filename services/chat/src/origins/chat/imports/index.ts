import { ChatImportsService } from './chat-imports.service.js';
import { ImportsRepository } from './imports.repository.js';

export { ChatImportsController } from './chat-imports.controller.js';
export const importProviders = [ChatImportsService, ImportsRepository];
