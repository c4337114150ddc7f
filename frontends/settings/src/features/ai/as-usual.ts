import type { ChosenMode } from '../../api/trust-modes.endpoints';

/** What holds for answers without a persona before anything is chosen. */
export const AS_USUAL: ChosenMode = {
  zofile_id: null,
  mode: 'balanced',
  denied_tools: [],
  memory: true,
  denied_skills: [],
};
