export { Choice } from './choice';
export * from './moments';
export { useNow } from './use-now';
export { WhenFields, type When } from './when-fields';
