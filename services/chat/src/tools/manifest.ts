/** The built-in tools of the registry, one file each. */
import { askUser } from './ask-user.tool.js';
import { createOrRewriteFile } from './create-or-rewrite-file.tool.js';
import { deepResearch } from './deep-research.tool.js';
import { editFile } from './edit-file.tool.js';
import { editFileLlm } from './edit-file-llm.tool.js';
import { editImage } from './edit-image.tool.js';
import { generateD2Diagram } from './generate-d2-diagram.tool.js';
import { generateImage } from './generate-image.tool.js';
import { generateVideo } from './generate-video.tool.js';
import { grepSearch } from './grep-search.tool.js';
import { imageSearch } from './image-search.tool.js';
import { performCodingTask } from './perform-coding-task.tool.js';
import { remember } from './remember.tool.js';
import { readFile } from './read-file.tool.js';
import { readWebpage } from './read-webpage.tool.js';
import { runBashCommand } from './run-bash-command.tool.js';
import { runParallelCmds } from './run-parallel-cmds.tool.js';
import { runSequentialCmds } from './run-sequential-cmds.tool.js';
import { createScheduledTask, editScheduledTask } from './scheduled-tasks.tool.js';
import { saveWebpage } from './save-webpage.tool.js';
import type { Tool } from './tool.js';
import { transcribeAudio, transcribeVideo } from './transcribe.tool.js';
import { webResearch } from './web-research.tool.js';
import { webSearch } from './web-search.tool.js';

export const tools: readonly Tool[] = [
  readFile,
  createOrRewriteFile,
  editFile,
  editFileLlm,
  grepSearch,
  runBashCommand,
  runSequentialCmds,
  runParallelCmds,
  webSearch,
  imageSearch,
  readWebpage,
  saveWebpage,
  webResearch,
  deepResearch,
  performCodingTask,
  askUser,
  remember,
  createScheduledTask,
  editScheduledTask,
  generateD2Diagram,
  generateImage,
  editImage,
  generateVideo,
  transcribeAudio,
  transcribeVideo,
];
