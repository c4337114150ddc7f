export { PickMenu, optionId, type PickMenuProps, type PickOption } from './pick-menu';
export { MENTION, useFileOptions, type FileOption } from './use-file-options';
