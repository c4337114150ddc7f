// The data side of the page: one store, one api. Remotes import all of Redux from here, so there is one copy.
export { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
export { skipToken } from '@reduxjs/toolkit/query';
export { Provider, useDispatch, useSelector, useStore, shallowEqual } from 'react-redux';
export { api } from './api';
export * from './hooks';
export * from './problem';
export * from './store';
export { newTrace } from './trace';
export * from './ui.slice';
export * from './uploads';
export * from '../api/account.endpoints';
export * from '../api/settings.endpoints';
export * from '../api/computer.endpoints';
export * from '../api/files.endpoints';
export * from '../api/found';
export * from '../api/chats.endpoints';
export type * from '../api/types';
export { nameKey, nameOrderOf } from '../api/name-order';
