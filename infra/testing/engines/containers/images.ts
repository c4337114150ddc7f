/** Images of the engines: those of docker-compose.yml, so that each name and tag stands in one place. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type EngineImage = 'redis' | 's3';

export function imageOf(engine: EngineImage): string {
  const { services } = parse(readFileSync(new URL('../../../../docker-compose.yml', import.meta.url), 'utf8')) as {
    services: Record<EngineImage, { image: string }>;
  };
  return services[engine].image;
}
