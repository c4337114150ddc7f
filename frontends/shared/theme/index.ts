export * from './apply';
export * from './presets';
export * from './tokens';
