export { PickMenu, optionId, type PickMenuProps, type PickOption } from './pick-menu';
export { WithFilePreview } from './file-preview';
export { MENTION, useFileOptions, type FileOption } from './use-file-options';
