import { defineApp } from '../shared/config/app.ts';

export default defineApp({ name: 'shell' });
