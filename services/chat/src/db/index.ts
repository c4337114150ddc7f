import { Chat1767200000000 } from './1767200000000-chat.js';

export const migrations = [Chat1767200000000];
