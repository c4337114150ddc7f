/** Google Calendar. https://developers.google.com/workspace/calendar/api/v3/reference */
import { z } from 'zod';
import { type AppApi, day, defineTool, done, id, limit, list, moment, one, page, path, words } from './app-tool.js';

const API = 'https://www.googleapis.com/calendar/v3';
const READ = ['https://www.googleapis.com/auth/calendar.readonly'];
const WRITE = ['https://www.googleapis.com/auth/calendar.events'];

const calendar = id('The id of a calendar; the user’s own if not given').default('primary');
const FIELDS = [
  'id',
  'status',
  'summary',
  'description',
  'location',
  'start',
  'end',
  'attendees',
  'htmlLink',
  'recurrence',
];
const when = z
  .union([
    z.strictObject({ dateTime: moment('The time'), timeZone: words('IANA name', 64).optional() }),
    z.strictObject({ date: day('The day, of events that last whole days; the end is the day after') }),
  ])
  .describe('A time or a whole day');
const event = {
  description: words('More about it', 8_000).optional(),
  location: words('Where').optional(),
  attendees: z
    .array(z.email().max(320))
    .max(100)
    .transform((all) => all.map((email) => ({ email })))
    .optional()
    .describe('Addresses of those who are invited'),
};
const invites = z.boolean().default(false).describe('Whether mails go to those who are invited');
const updates = (sends: boolean) => (sends ? 'all' : 'none');

export const googleCalendar: AppApi = {
  tools: [
    defineTool({
      name: 'list_calendars',
      about: 'Lists the calendars',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ page }),
      request: ({ page: pageToken }) => ({
        url: `${API}/users/me/calendarList`,
        query: { maxResults: 250, pageToken },
      }),
      read: list('items', ['id', 'summary', 'timeZone', 'primary', 'accessRole'], 'nextPageToken'),
    }),
    defineTool({
      name: 'list_events',
      about: 'Lists events in the order of their times',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({
        calendar_id: calendar,
        from: moment('Events that end after this').optional(),
        to: moment('Events that begin before this').optional(),
        query: words('Words in them').optional(),
        limit: limit(100, 25),
        page,
      }),
      request: ({ calendar_id: inside, from, to, query, limit: maxResults, page: pageToken }) => ({
        url: API + path`/calendars/${inside}/events`,
        query: {
          timeMin: from,
          timeMax: to,
          q: query,
          maxResults,
          pageToken,
          singleEvents: true,
          orderBy: 'startTime',
        },
      }),
      read: list('items', FIELDS, 'nextPageToken'),
    }),
    defineTool({
      name: 'create_event',
      about: 'Makes an event',
      effect: 'write',
      scopes: WRITE,
      input: z.strictObject({
        calendar_id: calendar,
        summary: words('The title'),
        start: when,
        end: when,
        ...event,
        recurrence: z.array(words('A line like RRULE:FREQ=WEEKLY', 500)).max(10).optional(),
        send_invitations: invites,
      }),
      request: ({ calendar_id: inside, send_invitations: sends, ...json }) => ({
        method: 'POST',
        url: API + path`/calendars/${inside}/events`,
        query: { sendUpdates: updates(sends) },
        json,
      }),
      read: one(FIELDS),
    }),
    defineTool({
      name: 'update_event',
      about: 'Changes an event; what is not given stays',
      effect: 'write',
      scopes: WRITE,
      input: z.strictObject({
        calendar_id: calendar,
        event_id: id('The id of the event'),
        summary: words('The title').optional(),
        start: when.optional(),
        end: when.optional(),
        ...event,
        send_invitations: invites,
      }),
      request: ({ calendar_id: inside, event_id: which, send_invitations: sends, ...json }) => ({
        method: 'PATCH',
        url: API + path`/calendars/${inside}/events/${which}`,
        query: { sendUpdates: updates(sends) },
        json,
      }),
      read: one(FIELDS),
    }),
    defineTool({
      name: 'delete_event',
      about: 'Deletes an event',
      effect: 'delete',
      scopes: WRITE,
      input: z.strictObject({ calendar_id: calendar, event_id: id('The id of the event'), send_invitations: invites }),
      request: ({ calendar_id: inside, event_id: which, send_invitations: sends }) => ({
        method: 'DELETE',
        url: API + path`/calendars/${inside}/events/${which}`,
        query: { sendUpdates: updates(sends) },
        text: true,
      }),
      read: done('The event is deleted.'),
    }),
  ],
};
