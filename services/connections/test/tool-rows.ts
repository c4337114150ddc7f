/** What each tool of an app asks for, and what it makes of an answer of the shape in the app's documentation. */
export interface ToolRow {
  readonly tool: string;
  readonly args: object;
  /** In their order. */
  readonly asks: readonly string[];
  /** What the last of them sends. */
  readonly sends?: unknown;
  readonly answers: readonly unknown[];
  readonly shows: unknown;
}

export type ShortRow = readonly [
  tool: string,
  args: object,
  asks: string,
  answer: unknown,
  shows: unknown,
  sends?: unknown,
];
export const wholeRow = ([tool, args, asks, answer, shows, sends]: ShortRow): ToolRow => ({
  tool,
  args,
  asks: [asks],
  answers: [answer],
  shows,
  sends,
});

const GMAIL = 'gmail.googleapis.com/gmail/v1/users/me';
const headers = [
  { name: 'From', value: 'Grace <grace@example.org>' },
  { name: 'Subject', value: 'Invoice' },
  { name: 'Message-ID', value: '<1@example.org>' },
];
const mail = { id: 'm1', threadId: 't1', payload: { headers }, snippet: 'The sum is' };
const base64 = (text: string) => Buffer.from(text).toString('base64url');
const whole = {
  ...mail,
  labelIds: ['INBOX'],
  payload: {
    headers,
    mimeType: 'multipart/mixed',
    parts: [
      { mimeType: 'text/html', body: { data: base64('<style>p{}</style><p>The sum is <b>7 €</b></p>') } },
      { mimeType: 'application/pdf', filename: 'invoice.pdf', body: { attachmentId: 'a' } },
    ],
  },
};
const shownMail = { id: 'm1', thread_id: 't1', from: 'Grace <grace@example.org>', subject: 'Invoice' };
const read = { ...shownMail, labels: ['INBOX'], body: 'The sum is 7 €', attachments: ['invoice.pdf'] };
const CALENDAR = 'www.googleapis.com/calendar/v3';
const event = { id: 'e1', summary: 'Call', start: { dateTime: '2026-12-01T09:00:00Z' } };
const at = (hour: string) => ({ dateTime: `2026-12-01T${hour}:00:00Z` });
const DRIVE = 'www.googleapis.com/drive/v3';
const FILE_FIELDS = 'id%2Cname%2CmimeType%2CmodifiedTime%2Csize%2CwebViewLink';
const SHEETS = 'sheets.googleapis.com/v4/spreadsheets';

export const googleRows: readonly ToolRow[] = [
  {
    tool: 'gmail.search_messages',
    args: { query: 'from:grace is:unread', limit: 1 },
    asks: [`GET ${GMAIL}/messages?q=from%3Agrace+is%3Aunread&maxResults=1`, `GET ${GMAIL}/messages/m1?format=metadata`],
    answers: [{ messages: [{ id: 'm1', threadId: 't1' }], nextPageToken: 'p2', resultSizeEstimate: 2 }, mail],
    shows: { items: [{ ...shownMail, snippet: 'The sum is' }], next_page: 'p2' },
  },
  {
    tool: 'gmail.search_messages',
    args: {},
    asks: [`GET ${GMAIL}/messages?maxResults=10`],
    answers: [{ resultSizeEstimate: 0 }],
    shows: { items: [] },
  },
  {
    tool: 'gmail.read_message',
    args: { id: 'm/1' },
    asks: [`GET ${GMAIL}/messages/m%2F1?format=full`],
    answers: [whole],
    shows: read,
  },
  {
    tool: 'gmail.read_thread',
    args: { thread_id: 't1' },
    asks: [`GET ${GMAIL}/threads/t1?format=full`],
    answers: [{ id: 't1', messages: [whole] }],
    shows: { items: [read] },
  },
  {
    tool: 'gmail.list_labels',
    args: {},
    asks: [`GET ${GMAIL}/labels`],
    answers: [{ labels: [{ id: 'INBOX', name: 'INBOX', type: 'system' }] }],
    shows: { items: [{ id: 'INBOX', name: 'INBOX' }] },
  },
  {
    tool: 'gmail.create_draft',
    args: { to: ['grace@example.org'], subject: 'Grüße\r\nBcc: eve@example.org', body: 'Hi' },
    asks: [`POST ${GMAIL}/drafts`],
    sends: {
      message: {
        raw: base64(
          'To: grace@example.org\r\nSubject: =?utf-8?B?R3LDvMOfZSBCY2M6IGV2ZUBleGFtcGxlLm9yZw==?=\r\nMIME-Version: ' +
            '1.0\r\n' +
            'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nSGk=\r\n',
        ),
      },
    },
    answers: [{ id: 'd1', message: { id: 'm2', threadId: 't2' } }],
    shows: { draft_id: 'd1', message_id: 'm2' },
  },
  {
    tool: 'gmail.send_message',
    args: { to: ['grace@example.org'], cc: ['ada@example.org'], body: 'Paid.\nThanks', reply_to_id: 'm1' },
    asks: [`GET ${GMAIL}/messages/m1?format=metadata`, `POST ${GMAIL}/messages/send`],
    sends: {
      threadId: 't1',
      raw: base64(
        'To: grace@example.org\r\nCc: ada@example.org\r\nSubject: Re: Invoice\r\nIn-Reply-To: <1@example.org>\r\n' +
          'References: <1@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n' +
          `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from('Paid.\r\nThanks').toString('base64')}\r\n`,
      ),
    },
    answers: [mail, { id: 'm3', threadId: 't1', labelIds: ['SENT'] }],
    shows: { message_id: 'm3', thread_id: 't1' },
  },
  {
    tool: 'google_calendar.list_calendars',
    args: {},
    asks: [`GET ${CALENDAR}/users/me/calendarList?maxResults=250`],
    answers: [{ kind: 'calendar#calendarList', items: [{ id: 'ada@example.com', summary: 'Ada', etag: 'x' }] }],
    shows: { items: [{ id: 'ada@example.com', summary: 'Ada' }] },
  },
  {
    tool: 'google_calendar.list_events',
    args: { from: '2026-12-01T00:00:00+01:00', query: 'call' },
    asks: [
      `GET ${CALENDAR}/calendars/primary/events?timeMin=2026-12-01T00%3A00%3A00%2B01%3A00` +
        `&q=call&maxResults=25&singleEvents=true&orderBy=startTime`,
    ],
    answers: [{ items: [{ ...event, etag: 'x', iCalUID: 'y' }], nextPageToken: 'p2' }],
    shows: { items: [event], next_page: 'p2' },
  },
  {
    tool: 'google_calendar.create_event',
    args: { summary: 'Call', start: at('09'), end: at('10'), attendees: ['grace@example.org'], send_invitations: true },
    asks: [`POST ${CALENDAR}/calendars/primary/events?sendUpdates=all`],
    sends: { summary: 'Call', start: at('09'), end: at('10'), attendees: [{ email: 'grace@example.org' }] },
    answers: [event],
    shows: event,
  },
  {
    tool: 'google_calendar.update_event',
    args: { event_id: 'e1', summary: 'Late call', start: { date: '2026-12-01' }, end: { date: '2026-12-02' } },
    asks: [`PATCH ${CALENDAR}/calendars/primary/events/e1?sendUpdates=none`],
    sends: { summary: 'Late call', start: { date: '2026-12-01' }, end: { date: '2026-12-02' } },
    answers: [event],
    shows: event,
  },
  {
    tool: 'google_calendar.delete_event',
    args: { calendar_id: 'team@group.calendar.google.com', event_id: 'e1' },
    asks: [`DELETE ${CALENDAR}/calendars/team%40group.calendar.google.com/events/e1?sendUpdates=none`],
    answers: [undefined],
    shows: 'The event is deleted.',
  },
  {
    tool: 'google_drive.search_files',
    args: { query: "Ada's plan", folder_id: 'f1' },
    asks: [
      `GET ${DRIVE}/files?q=trashed+%3D+false+and+%28name+contains+%27Ada%5C%27s+plan%27` +
        `+or+fullText+contains+%27Ada%5C%27s+plan%27%29+and+%27f1%27+in+parents` +
        `&pageSize=20&fields=nextPageToken%2Cfiles%28${FILE_FIELDS}%29&supportsAllDrives=true&includeItemsFromAllDrives=true`,
    ],
    answers: [{ files: [{ id: 'd1', name: 'Plan' }] }],
    shows: { items: [{ id: 'd1', name: 'Plan' }] },
  },
  {
    tool: 'google_drive.read_file',
    args: { file_id: 'd1' },
    asks: [
      `GET ${DRIVE}/files/d1?fields=id%2Cname%2CmimeType&supportsAllDrives=true`,
      `GET ${DRIVE}/files/d1/export?mimeType=text%2Fmarkdown`,
    ],
    answers: [{ id: 'd1', name: 'Plan', mimeType: 'application/vnd.google-apps.document' }, '# Plan'],
    shows: { name: 'Plan', text: '# Plan' },
  },
  {
    tool: 'google_drive.create_text_file',
    args: { name: 'plan.md', content: '# Plan', folder_id: 'f1' },
    asks: [
      `POST www.googleapis.com/upload/drive/v3/files?uploadType=multipart&supportsAllDrives=true&fields=${FILE_FIELDS}`,
    ],
    sends: /^--(\S+)\r\n[^]*\r\n\r\n\{"name":"plan.md","parents":\["f1"\]\}\r\n--\1\r\n[^]*\r\n\r\n# Plan\r\n--\1--$/,
    answers: [{ id: 'd2', name: 'plan.md' }],
    shows: { id: 'd2', name: 'plan.md' },
  },
  {
    tool: 'google_docs.read_document',
    args: { document_id: 'd1' },
    asks: ['GET docs.googleapis.com/v1/documents/d1'],
    answers: [
      {
        title: 'Plan',
        body: {
          content: [
            { sectionBreak: {} },
            { paragraph: { elements: [{ textRun: { content: 'One ' } }, { textRun: { content: 'two\n' } }] } },
            {
              table: {
                tableRows: [
                  {
                    tableCells: ['a', 'b'].map((content) => ({
                      content: [{ paragraph: { elements: [{ textRun: { content: `${content}\n` } }] } }],
                    })),
                  },
                ],
              },
            },
          ],
        },
      },
    ],
    shows: { title: 'Plan', text: 'One two\na | b' },
  },
  {
    tool: 'google_docs.create_document',
    args: { title: 'Plan' },
    asks: ['POST docs.googleapis.com/v1/documents'],
    sends: { title: 'Plan' },
    answers: [{ documentId: 'd1', title: 'Plan', revisionId: 'x' }],
    shows: { documentId: 'd1', title: 'Plan' },
  },
  {
    tool: 'google_docs.append_text',
    args: { document_id: 'd1', text: 'More' },
    asks: ['POST docs.googleapis.com/v1/documents/d1:batchUpdate'],
    sends: { requests: [{ insertText: { text: 'More', endOfSegmentLocation: {} } }] },
    answers: [{ documentId: 'd1', replies: [{}] }],
    shows: { documentId: 'd1' },
  },
  {
    tool: 'google_sheets.list_sheets',
    args: { spreadsheet_id: 's1' },
    asks: [`GET ${SHEETS}/s1?fields=properties.title%2Csheets.properties%28sheetId%2Ctitle%2CgridProperties%29`],
    answers: [{ sheets: [{ properties: { sheetId: 0, title: 'Sales', gridProperties: { rowCount: 9 } } }] }],
    shows: {
      items: [{ 'properties.title': 'Sales', 'properties.sheetId': 0, 'properties.gridProperties': { rowCount: 9 } }],
    },
  },
  {
    tool: 'google_sheets.read_values',
    args: { spreadsheet_id: 's1', range: 'Sales 2026!A1:B2' },
    asks: [`GET ${SHEETS}/s1/values/Sales%202026!A1%3AB2`],
    answers: [{ range: 'Sales!A1:B2', majorDimension: 'ROWS', values: [['a', '1']] }],
    shows: { range: 'Sales!A1:B2', values: [['a', '1']] },
  },
  {
    tool: 'google_sheets.append_rows',
    args: { spreadsheet_id: 's1', range: 'Sales!A1', rows: [['b', 2, null]] },
    asks: [`POST ${SHEETS}/s1/values/Sales!A1:append?valueInputOption=USER_ENTERED&insertDataOption=INSERT_ROWS`],
    sends: { values: [['b', 2, null]] },
    answers: [{ spreadsheetId: 's1', updates: { updatedRange: 'Sales!A3:B3', updatedRows: 1 } }],
    shows: { updatedRange: 'Sales!A3:B3', updatedRows: 1 },
  },
  {
    tool: 'google_sheets.update_values',
    args: { spreadsheet_id: 's1', range: 'Sales!A1', rows: [['=1+1']] },
    asks: [`PUT ${SHEETS}/s1/values/Sales!A1?valueInputOption=USER_ENTERED`],
    sends: { values: [['=1+1']] },
    answers: [{ updatedRange: 'Sales!A1', updatedCells: 1 }],
    shows: { updatedRange: 'Sales!A1', updatedCells: 1 },
  },
  {
    tool: 'google_sheets.create_spreadsheet',
    args: { title: 'Sales' },
    asks: [`POST ${SHEETS}`],
    sends: { properties: { title: 'Sales' } },
    answers: [{ spreadsheetId: 's2', spreadsheetUrl: 'https://docs.google.com/spreadsheets/d/s2/edit' }],
    shows: { spreadsheetId: 's2', spreadsheetUrl: 'https://docs.google.com/spreadsheets/d/s2/edit' },
  },
];
