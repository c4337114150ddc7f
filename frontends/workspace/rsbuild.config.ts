import { defineApp } from '../shared/config/app.ts';

export default defineApp({ name: 'workspace', exposes: { './routes': './src/routes.tsx' } });
