export { FileIcon } from './file-icon';
export { familyOf, KIND_LABEL, type Family } from './kinds';
