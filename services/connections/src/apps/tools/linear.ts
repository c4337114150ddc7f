/** Linear. https://linear.app/developers/graphql */
import { z } from 'zod';
import { type AppApi, at, defineTool, id, limit, list, longText, one, page, textAt, words } from './app-tool.js';

const API = 'https://api.linear.app/graphql';
const READ = ['read'];
const WRITE = ['write'];
const ISSUE =
  'id identifier title url priorityLabel dueDate updatedAt state { name } assignee { name } team { id key }';
const FIELDS = [
  'id',
  'identifier',
  'title',
  'url',
  'state.name',
  'assignee.name',
  'team.key',
  'priorityLabel',
  'dueDate',
  'updatedAt',
];
const NEXT = 'pageInfo { endCursor hasNextPage }';
const graphql = (query: string, variables: object) => ({
  method: 'POST' as const,
  url: API,
  json: { query, variables },
});
const issueId = id('The id, or the name such as SHOP-12');

export const linear: AppApi = {
  failed: (answer) => {
    const errors = at(answer, 'errors');
    return Array.isArray(errors) && errors.length > 0 ? textAt(errors[0], 'message') || 'no reason given' : undefined;
  },
  tools: [
    defineTool({
      name: 'search_issues',
      about: 'Finds issues by words',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ query: words('Words'), limit: limit(50), page }),
      request: ({ query, limit: first, page: after }) =>
        graphql(
          `query($term: String!, $first: Int!, $after: String) {
            searchIssues(term: $term, first: $first, after: $after) { nodes { ${ISSUE} } ${NEXT} }
          }`,
          { term: query, first, after },
        ),
      read: list('data.searchIssues.nodes', FIELDS, 'data.searchIssues.pageInfo.endCursor'),
    }),
    defineTool({
      name: 'list_my_issues',
      about: 'Lists the open issues that are assigned to the user',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ limit: limit(100, 50), page }),
      request: ({ limit: first, page: after }) =>
        graphql(
          `query($first: Int!, $after: String) {
            viewer {
              assignedIssues(
                first: $first, after: $after, filter: { state: { type: { nin: ["completed", "canceled"] } } }
              ) { nodes { ${ISSUE} } ${NEXT} }
            }
          }`,
          { first, after },
        ),
      read: list('data.viewer.assignedIssues.nodes', FIELDS, 'data.viewer.assignedIssues.pageInfo.endCursor'),
    }),
    defineTool({
      name: 'read_issue',
      about: 'Reads an issue with its comments',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ issue_id: issueId }),
      request: (args) =>
        graphql(
          `query($id: String!) {
            issue(id: $id) { ${ISSUE} description comments(first: 50) { nodes { body createdAt user { name } } } }
          }`,
          { id: args.issue_id },
        ),
      read: one([...FIELDS, 'description', 'comments.nodes'], 'data.issue'),
    }),
    defineTool({
      name: 'list_teams',
      about: 'Lists the teams with their states, whose ids other tools need',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({}),
      request: () =>
        graphql('query { teams(first: 50) { nodes { id key name states { nodes { id name type } } } } }', {}),
      read: list('data.teams.nodes', ['id', 'key', 'name', 'states.nodes']),
    }),
    defineTool({
      name: 'create_issue',
      about: 'Makes an issue',
      effect: 'send',
      scopes: WRITE,
      input: z.strictObject({
        team_id: id('The id of the team'),
        title: words('The title', 500),
        description: longText('The text, as Markdown').optional(),
        priority: z.int().min(0).max(4).optional().describe('1 is urgent, 4 is low, 0 is none'),
      }),
      request: ({ team_id: teamId, ...input }) =>
        graphql(`mutation($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${ISSUE} } } }`, {
          input: { teamId, ...input },
        }),
      read: one(FIELDS, 'data.issueCreate.issue'),
    }),
    defineTool({
      name: 'update_issue',
      about: 'Changes an issue; what is not given stays',
      effect: 'send',
      scopes: WRITE,
      input: z.strictObject({
        issue_id: issueId,
        title: words('The title', 500).optional(),
        description: longText('The text, as Markdown').optional(),
        state_id: id('The id of a state of its team').optional(),
        priority: z.int().min(0).max(4).optional(),
      }),
      request: ({ issue_id: which, state_id: stateId, ...input }) =>
        graphql(
          'mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success issue ' +
            `{ ${ISSUE} } } }`,
          { id: which, input: { ...input, stateId } },
        ),
      read: one(FIELDS, 'data.issueUpdate.issue'),
    }),
    defineTool({
      name: 'add_comment',
      about: 'Comments on an issue',
      effect: 'send',
      scopes: WRITE,
      input: z.strictObject({ issue_id: issueId, body: longText('The text, as Markdown').min(1) }),
      request: ({ issue_id: issueId_, body }) =>
        graphql(
          'mutation($input: CommentCreateInput!) { commentCreate(input: $input) { success comment { id url } } }',
          {
            input: { issueId: issueId_, body },
          },
        ),
      read: one(['id', 'url'], 'data.commentCreate.comment'),
    }),
  ],
};
