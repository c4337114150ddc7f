/** GitHub. https://docs.github.com/en/rest */
import { z } from 'zod';
import { type AppApi, defineTool, id, limit, list, longText, names, one, path, words } from './app-tool.js';

const API = 'https://api.github.com';
const SCOPES = ['repo'];
const repository = {
  owner: id('The user or organisation that the repository belongs to'),
  repo: id('The name of the repository'),
};
const number = z.int().min(1).describe('The number of the issue or pull request');
const pageNumber = z.int().min(1).max(100).default(1).describe('1 for the first page');
const ISSUE = [
  'number',
  'title',
  'state',
  'html_url',
  'user.login',
  'labels',
  'assignees',
  'comments',
  'created_at',
  'updated_at',
];
const FOUND = ['number', 'title', 'state', 'html_url', 'repository_url', 'user.login', 'updated_at'];

export const github: AppApi = {
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  tools: [
    defineTool({
      name: 'list_repositories',
      about: 'Lists the repositories that the user may open, last pushed to first',
      effect: 'read',
      scopes: SCOPES,
      input: z.strictObject({ limit: limit(100, 30), page_number: pageNumber }),
      request: ({ limit: size, page_number: page }) => ({
        url: `${API}/user/repos`,
        query: { per_page: size, page, sort: 'pushed' },
      }),
      read: list('', ['full_name', 'description', 'private', 'default_branch', 'pushed_at', 'html_url']),
    }),
    defineTool({
      name: 'search_issues',
      about: 'Finds issues and pull requests: repo:ada/shop is:open label:bug is:issue',
      effect: 'read',
      scopes: SCOPES,
      input: z.strictObject({
        query: words('In the query language of GitHub'),
        limit: limit(100),
        page_number: pageNumber,
      }),
      request: ({ query, limit: size, page_number: page }) => ({
        url: `${API}/search/issues`,
        query: { q: query, per_page: size, page },
      }),
      read: list('items', FOUND),
    }),
    defineTool({
      name: 'search_code',
      about: 'Finds files by words in them: addEventListener repo:ada/shop language:ts',
      effect: 'read',
      scopes: SCOPES,
      input: z.strictObject({
        query: words('In the query language of GitHub'),
        limit: limit(100),
        page_number: pageNumber,
      }),
      request: ({ query, limit: size, page_number: page }) => ({
        url: `${API}/search/code`,
        query: { q: query, per_page: size, page },
      }),
      read: list('items', ['path', 'repository.full_name', 'html_url']),
    }),
    defineTool({
      name: 'read_issue',
      about: 'Reads an issue or a pull request',
      effect: 'read',
      scopes: SCOPES,
      input: z.strictObject({ ...repository, number }),
      request: (args) => ({ url: API + path`/repos/${args.owner}/${args.repo}/issues/${String(args.number)}` }),
      read: one([...ISSUE, 'body']),
    }),
    defineTool({
      name: 'list_comments',
      about: 'Reads the comments of an issue or a pull request, oldest first',
      effect: 'read',
      scopes: SCOPES,
      input: z.strictObject({ ...repository, number, limit: limit(100, 50), page_number: pageNumber }),
      request: ({ owner, repo, number: which, limit: size, page_number: page }) => ({
        url: API + path`/repos/${owner}/${repo}/issues/${String(which)}/comments`,
        query: { per_page: size, page },
      }),
      read: list('', ['id', 'user.login', 'created_at', 'body']),
    }),
    defineTool({
      name: 'read_file',
      about: 'Reads a text file of a repository',
      effect: 'read',
      scopes: SCOPES,
      input: z.strictObject({
        ...repository,
        path: words('Such as src/main.ts', 1_000),
        ref: words('Branch, tag or commit', 250).optional(),
      }),
      request: ({ owner, repo, path: file, ref }) => ({
        url: `${API}${path`/repos/${owner}/${repo}/contents`}/${names(file)}`,
        query: { ref },
        headers: { accept: 'application/vnd.github.raw+json' },
        text: true,
      }),
      read: (answer) => answer,
    }),
    defineTool({
      name: 'create_issue',
      about: 'Opens an issue',
      effect: 'send',
      scopes: SCOPES,
      input: z.strictObject({
        ...repository,
        title: words('The title', 256),
        body: longText('The text, as Markdown').optional(),
        labels: z.array(words('A label', 100)).max(50).optional(),
        assignees: z.array(words('A login', 100)).max(10).optional(),
      }),
      request: ({ owner, repo, ...json }) => ({
        method: 'POST',
        url: API + path`/repos/${owner}/${repo}/issues`,
        json,
      }),
      read: one(ISSUE),
    }),
    defineTool({
      name: 'update_issue',
      about: 'Changes, closes or reopens an issue; what is not given stays',
      effect: 'send',
      scopes: SCOPES,
      input: z.strictObject({
        ...repository,
        number,
        title: words('The title', 256).optional(),
        body: longText('The text, as Markdown').optional(),
        state: z.enum(['open', 'closed']).optional(),
      }),
      request: ({ owner, repo, number: which, ...json }) => ({
        method: 'PATCH',
        url: API + path`/repos/${owner}/${repo}/issues/${String(which)}`,
        json,
      }),
      read: one(ISSUE),
    }),
    defineTool({
      name: 'add_comment',
      about: 'Comments on an issue or a pull request',
      effect: 'send',
      scopes: SCOPES,
      input: z.strictObject({ ...repository, number, body: longText('The text, as Markdown').min(1) }),
      request: ({ owner, repo, number: which, body }) => ({
        method: 'POST',
        url: API + path`/repos/${owner}/${repo}/issues/${String(which)}/comments`,
        json: { body },
      }),
      read: one(['id', 'html_url']),
    }),
  ],
};
