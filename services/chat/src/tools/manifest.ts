/** All tools the assistant has. A tool is one file; this list is what makes it exist. */
import { createOrRewriteFile } from './create-or-rewrite-file.tool.js';
import { editFile } from './edit-file.tool.js';
import { grepSearch } from './grep-search.tool.js';
import { readFile } from './read-file.tool.js';
import { runBashCommand } from './run-bash-command.tool.js';
import { runParallelCmds } from './run-parallel-cmds.tool.js';
import { runSequentialCmds } from './run-sequential-cmds.tool.js';
import type { Tool } from './tool.js';

export const tools: readonly Tool[] = [
  readFile,
  createOrRewriteFile,
  editFile,
  grepSearch,
  runBashCommand,
  runSequentialCmds,
  runParallelCmds,
];
export const toolsByName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]));
