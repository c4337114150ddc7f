/** The built-in tools of the registry, one file each. */
import { askUser } from './user/ask-user.tool.js';
import { createOrRewriteFile } from './files/create-or-rewrite-file.tool.js';
import { deepResearch } from './sub-runs/deep-research.tool.js';
import { editFile } from './files/edit-file.tool.js';
import { editFileLlm } from './files/edit-file-llm.tool.js';
import { editImage } from './media/edit-image.tool.js';
import { generateD2Diagram } from './media/generate-d2-diagram.tool.js';
import { generateImage } from './media/generate-image.tool.js';
import { generateVideo } from './media/generate-video.tool.js';
import { grepSearch } from './files/grep-search.tool.js';
import { imageSearch } from './web/image-search.tool.js';
import { performCodingTask } from './sub-runs/perform-coding-task.tool.js';
import { remember } from './user/remember.tool.js';
import { readFile } from './files/read-file.tool.js';
import { readWebpage } from './web/read-webpage.tool.js';
import { runBashCommand } from './commands/run-bash-command.tool.js';
import { runParallelCmds } from './commands/run-parallel-cmds.tool.js';
import { runSequentialCmds } from './commands/run-sequential-cmds.tool.js';
import { sendEmailToUser, sendSmsToUser } from './user/send-to-user.tool.js';
import { createScheduledTask, editScheduledTask } from './user/scheduled-tasks.tool.js';
import { runOnMachine } from './machines/run-on-machine.tool.js';
import { saveWebpage } from './web/save-webpage.tool.js';
import type { Tool } from './tool.js';
import { transcribeAudio, transcribeVideo } from './media/transcribe.tool.js';
import { viewWebpage } from './web/view-webpage.tool.js';
import { webResearch } from './sub-runs/web-research.tool.js';
import { webSearch } from './web/web-search.tool.js';

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
  viewWebpage,
  webResearch,
  deepResearch,
  performCodingTask,
  askUser,
  remember,
  createScheduledTask,
  editScheduledTask,
  sendEmailToUser,
  sendSmsToUser,
  generateD2Diagram,
  generateImage,
  editImage,
  generateVideo,
  transcribeAudio,
  transcribeVideo,
  runOnMachine(),
];
