import { ScriptSteps } from './script-steps.js';
import { ScriptsRepository } from './scripts.repository.js';

/** What runs of routines with scripts need. */
export const scriptProviders = [ScriptSteps, ScriptsRepository];
