import { defineApp } from '../shared/config/app.ts';

export default defineApp({ name: 'settings', exposes: { './routes': './src/routes.tsx' } });
