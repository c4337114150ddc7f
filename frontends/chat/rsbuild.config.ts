import { defineApp } from '../shared/config/app.ts';

export default defineApp({ name: 'chat', exposes: { './routes': './src/routes.tsx', './panel': './src/panel.tsx' } });
