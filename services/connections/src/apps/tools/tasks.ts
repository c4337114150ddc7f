/**
 * Asana and Todoist. https://developers.asana.com/reference/rest-api-reference,
 * https://developer.todoist.com/api/v1
 */
import { z } from 'zod';
import { type AppApi, day, defineTool, done, id, limit, list, longText, one, page, path, words } from './app-tool.js';

const ASANA = 'https://app.asana.com/api/1.0';
const TASK = ['gid', 'name', 'completed', 'due_on', 'assignee.name', 'permalink_url'];
const OPTIONS = { opt_fields: TASK.slice(1).join(',') };
const NEXT = 'next_page.offset';
const workspace = id('The gid of a workspace, of list_workspaces');
const taskId = id('The gid of the task');

export const asana: AppApi = {
  tools: [
    defineTool({
      name: 'list_workspaces',
      about: 'Lists the workspaces',
      effect: 'read',
      input: z.strictObject({}),
      request: () => ({ url: `${ASANA}/workspaces`, query: { limit: 100 } }),
      read: list('data', ['gid', 'name']),
    }),
    defineTool({
      name: 'list_projects',
      about: 'Lists the projects of a workspace',
      effect: 'read',
      input: z.strictObject({ workspace_id: workspace, limit: limit(100, 50), page }),
      request: ({ workspace_id: inside, limit: most, page: offset }) => ({
        url: `${ASANA}/projects`,
        query: { workspace: inside, archived: false, limit: most, offset },
      }),
      read: list('data', ['gid', 'name'], NEXT),
    }),
    defineTool({
      name: 'list_my_tasks',
      about: 'Lists the open tasks that are assigned to the user',
      effect: 'read',
      input: z.strictObject({ workspace_id: workspace, limit: limit(100, 50), page }),
      request: ({ workspace_id: inside, limit: most, page: offset }) => ({
        url: `${ASANA}/tasks`,
        query: { assignee: 'me', workspace: inside, completed_since: 'now', limit: most, offset, ...OPTIONS },
      }),
      read: list('data', TASK, NEXT),
    }),
    defineTool({
      name: 'list_tasks',
      about: 'Lists the open tasks of a project',
      effect: 'read',
      input: z.strictObject({ project_id: id('The gid of the project'), limit: limit(100, 50), page }),
      request: ({ project_id: project, limit: most, page: offset }) => ({
        url: `${ASANA}/tasks`,
        query: { project, completed_since: 'now', limit: most, offset, ...OPTIONS },
      }),
      read: list('data', TASK, NEXT),
    }),
    defineTool({
      name: 'read_task',
      about: 'Reads a task',
      effect: 'read',
      input: z.strictObject({ task_id: taskId }),
      request: (args) => ({ url: ASANA + path`/tasks/${args.task_id}` }),
      read: one([...TASK, 'notes', 'projects'], 'data'),
    }),
    defineTool({
      name: 'create_task',
      about: 'Makes a task, of the user unless it is assigned to somebody else',
      effect: 'send',
      input: z.strictObject({
        workspace_id: workspace,
        name: words('The title', 1_000),
        notes: longText('The text').optional(),
        due_on: day('The day').optional(),
        assignee: words('An address, a gid or “me”', 320).default('me'),
        projects: z.array(id('The gid of a project')).max(20).optional(),
      }),
      request: ({ workspace_id: inside, ...data }) => ({
        method: 'POST',
        url: `${ASANA}/tasks`,
        json: { data: { workspace: inside, ...data } },
      }),
      read: one(TASK, 'data'),
    }),
    defineTool({
      name: 'update_task',
      about: 'Changes or completes a task; what is not given stays',
      effect: 'send',
      input: z.strictObject({
        task_id: taskId,
        name: words('The title', 1_000).optional(),
        notes: longText('The text').optional(),
        due_on: day('The day').optional(),
        completed: z.boolean().optional(),
      }),
      request: ({ task_id: which, ...data }) => ({ method: 'PUT', url: ASANA + path`/tasks/${which}`, json: { data } }),
      read: one(TASK, 'data'),
    }),
    defineTool({
      name: 'add_comment',
      about: 'Comments on a task',
      effect: 'send',
      input: z.strictObject({ task_id: taskId, text: longText('The text').min(1) }),
      request: ({ task_id: which, text }) => ({
        method: 'POST',
        url: ASANA + path`/tasks/${which}/stories`,
        json: { data: { text } },
      }),
      read: one(['gid', 'text'], 'data'),
    }),
  ],
};

const TODOIST = 'https://api.todoist.com/api/v1';
const READ = ['data:read'];
const WRITE = ['data:read_write'];
const ENTRY = ['id', 'content', 'description', 'project_id', 'due', 'priority', 'labels', 'checked'];
const fields = {
  description: longText('More about it').optional(),
  due_string: words('In words, such as tomorrow at 9', 150).optional(),
  priority: z.int().min(1).max(4).optional().describe('4 is the most urgent'),
  labels: z.array(words('A label', 60)).max(50).optional(),
};

export const todoist: AppApi = {
  tools: [
    defineTool({
      name: 'list_tasks',
      about: 'Lists open tasks; a filter is written as in Todoist: today | overdue, #Shop & p1',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({
        filter: words('A filter', 1_000).optional(),
        project_id: id('Only of this project').optional(),
        limit: limit(200, 50),
        page,
      }),
      request: ({ filter, project_id: project, limit: most, page: cursor }) =>
        filter === undefined
          ? { url: `${TODOIST}/tasks`, query: { project_id: project, limit: most, cursor } }
          : { url: `${TODOIST}/tasks/filter`, query: { query: filter, limit: most, cursor } },
      read: list('results', ENTRY, 'next_cursor'),
    }),
    defineTool({
      name: 'list_projects',
      about: 'Lists the projects',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ limit: limit(200, 100), page }),
      request: ({ limit: most, page: cursor }) => ({ url: `${TODOIST}/projects`, query: { limit: most, cursor } }),
      read: list('results', ['id', 'name', 'parent_id'], 'next_cursor'),
    }),
    defineTool({
      name: 'create_task',
      about: 'Makes a task',
      effect: 'write',
      scopes: WRITE,
      input: z.strictObject({
        content: words('The title', 500),
        project_id: id('The project; without it, the inbox').optional(),
        ...fields,
      }),
      request: (json) => ({ method: 'POST', url: `${TODOIST}/tasks`, json }),
      read: one(ENTRY),
    }),
    defineTool({
      name: 'update_task',
      about: 'Changes a task; what is not given stays',
      effect: 'write',
      scopes: WRITE,
      input: z.strictObject({
        task_id: id('The id of the task'),
        content: words('The title', 500).optional(),
        ...fields,
      }),
      request: ({ task_id: which, ...json }) => ({ method: 'POST', url: TODOIST + path`/tasks/${which}`, json }),
      read: one(ENTRY),
    }),
    defineTool({
      name: 'complete_task',
      about: 'Marks a task as done',
      effect: 'write',
      scopes: WRITE,
      input: z.strictObject({ task_id: id('The id of the task') }),
      request: (args) => ({ method: 'POST', url: TODOIST + path`/tasks/${args.task_id}/close`, text: true }),
      read: done('The task is done.'),
    }),
  ],
};
