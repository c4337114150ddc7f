import { expect, it } from '@jest/globals';
import { permits, SCOPES } from '@zo/auth';
import { tokenNeeds } from '../test/token-needs.js';
import { needOf } from './permissions.js';

it.each(Object.entries(tokenNeeds))('%s needs %s, written in any case or with a slash at its end', (route, need) => {
  const [method, path] = route.split(' ') as [string, string];
  expect([needOf(method, path), needOf(method, `${path}/`)]).toEqual([need, need]);
  const [start, name, ...rest] = path.slice(1).split('/');
  const shouted = `/${[start, name, ...rest.map((part) => part.toUpperCase())].join('/')}`;
  // Another case may only ask for more.
  if (need === 'person') expect([shouted, needOf(method, shouted)]).toEqual([shouted, 'person']);
});

it('routes that are not named are for persons', () => {
  for (const path of [
    '/api/new',
    '/api/Files/list',
    '/api/',
    '/api/tokens/anything',
    '/api/auth/me/more',
    '/api/mcp/x',
  ])
    expect([path, needOf('GET', path)]).toEqual([path, 'person']);
});

it('a scope permits its own need only, and no scope permits what is for persons', () => {
  const needs = [...SCOPES, 'person', 'token'] as const;
  for (const scope of SCOPES)
    expect(needs.filter((need) => permits({ actor: 'api', scopes: [scope] }, need))).toEqual([scope, 'token']);
  expect(needs.filter((need) => permits({ actor: 'api' }, need))).toEqual(['token']);
  expect(needs.filter((need) => !permits({ actor: 'human' }, need))).toEqual(['token']);
});
