import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { z } from 'zod';
import { Public } from '@zo/auth';
import { startTestService, type TestPlatform, testPlatform, type TestService } from '@zo/testing';
import { Responds, RespondsNothing } from './response.js';
import { apiDocument, describeRoutes } from './openapi.js';

const leaf = z.strictObject({ name: z.string() }).meta({ id: 'Leaf' });
const tree = z
  .strictObject({ leaves: z.array(leaf), made: z.iso.datetime(), note: z.string().optional() })
  .meta({ id: 'Tree' });
const good = { leaves: [{ name: 'a' }], made: '2026-01-01T00:00:00.000Z', note: undefined };

@Public()
@Controller('trees')
class TreesController {
  @Get('good')
  @Responds(tree)
  good() {
    return good;
  }

  @Get('more')
  @Responds(tree)
  more() {
    return { ...good, password_hash: 'secret' };
  }

  @Get('less')
  @Responds(tree)
  less() {
    return { leaves: [] } as unknown as typeof good;
  }

  @Get('busy')
  @Responds(tree)
  busy(): typeof good {
    throw new Error('timeout exceeded when trying to connect');
  }

  @Post('cut')
  @RespondsNothing()
  cut() {}
}

@Module({ controllers: [TreesController] })
class TreesModule {}

let platform: TestPlatform;
let service: TestService;
beforeAll(async () => {
  platform = await testPlatform();
  service = await startTestService({ name: 'trees', module: TreesModule }, platform.platform);
});
afterAll(async () => {
  await service.stop();
  await platform.close();
});

const get = async (path: string, method = 'GET') => {
  const answer = await fetch(service.url + path, { method });
  return { status: answer.status, body: (await answer.text()).slice(0, 300) };
};

it('D15 a request that gets no connection to the database may come again', async () => {
  const answer = await fetch(`${service.url}/api/trees/busy`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.json()).toMatchObject({
    code: 'http.unavailable',
    detail: 'The database is not answering. Nothing was lost; try again in a moment.',
  });
});

describe('declared responses', () => {
  it('a valid response is sent with its status', async () => {
    expect((await get('/api/trees/good')).status).toBe(200);
    expect(await get('/api/trees/cut', 'POST')).toEqual({ status: 204, body: '' });
  });

  it('with checking on, a response with extra or missing members fails and names the member', async () => {
    expect(await get('/api/trees/more')).toMatchObject({ status: 500, body: expect.stringContaining('password_hash') });
    expect(await get('/api/trees/less')).toMatchObject({ status: 500, body: expect.stringContaining('made: ') });
  });

  it('the description names the schemas, needs no running service, and refuses a handler without a declaration', () => {
    const document = apiDocument('trees', [describeRoutes(TreesModule)]) as {
      paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
      components: { schemas: Record<string, object> };
    };
    expect(document.paths['/api/trees/good']!['get']!.responses['200']!.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Tree' } },
    });
    expect(document.components.schemas['Tree']).toMatchObject({
      properties: { leaves: { items: { $ref: '#/components/schemas/Leaf' } } },
      required: ['leaves', 'made'],
    });
    @Controller('silent')
    class SilentController {
      @Get()
      nothing() {}
    }
    @Module({ controllers: [SilentController] })
    class SilentModule {}
    expect(() => describeRoutes(SilentModule)).toThrow('SilentController.nothing does not say what it answers');
  });
});
