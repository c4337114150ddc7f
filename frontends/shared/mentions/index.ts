export { PickMenu, optionId, type PickMenuProps, type PickOption } from './pick-menu';
export { WithFilePreview } from './file-preview';
export { aboveFolder, insideFolder, MAX_OPTIONS, MENTION, useFileOptions, type FileOption } from './use-file-options';
export { useToolOptions } from './use-tool-options';
