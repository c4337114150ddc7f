/** The kinds of work that a run gives to a run of its own: what such a run may use, and for how long. */
import type { Run } from '../store/runs.repository.js';
import type { ToolScope } from '../../tools/tool-registry.js';
import type { SubRunKind } from '../gate/sub-runs.js';

interface Kind {
  readonly tools: readonly string[];
  readonly budget: Run['budget'];
}

const LOOKS_UP = ['web_search', 'read_webpage'];

export const KINDS: Record<SubRunKind, Kind> = {
  web_research: { tools: LOOKS_UP, budget: { steps: 10, calls: 30 } },
  deep_research: {
    tools: [...LOOKS_UP, 'image_search', 'read_file', 'grep_search'],
    budget: { steps: 40, calls: 120 },
  },
  perform_coding_task: {
    tools: [
      'read_file',
      'grep_search',
      'create_or_rewrite_file',
      'edit_file',
      'edit_file_llm',
      'run_bash_command',
      'run_sequential_cmds',
      'run_parallel_cmds',
    ],
    budget: { steps: 60, calls: 200 },
  },
};

/** The tools of the kind that the run itself may use, too. */
export function scopeOf(kind: SubRunKind, { allow, deny }: ToolScope): ToolScope {
  const tools = KINDS[kind].tools.filter((name) => !allow || allow.includes(name));
  return { allow: tools, ...(deny && { deny }) };
}

export const requestOf = (task: string): string =>
  `${task}

This is one part of a larger job. Work on it until it is done; nobody answers questions.
Only your last message is handed on: let it hold everything that was asked for, and say what could not be done.`;
