/** The tools of each app, by its slug. */
import type { AppApi, AppTool } from './app-tool.js';
import { airtable } from './airtable.js';
import { box, dropbox } from './cloud-files.js';
import { github } from './github.js';
import { gmail } from './gmail.js';
import { googleCalendar } from './google-calendar.js';
import { googleDocs, googleDrive, googleSheets } from './google-files.js';
import { linear } from './linear.js';
import { linkedin, reddit } from './networks.js';
import { notion } from './notion.js';
import { slack } from './slack.js';
import { asana, todoist } from './tasks.js';

const APIS: ReadonlyMap<string, AppApi> = new Map(
  Object.entries({
    airtable,
    asana,
    box,
    dropbox,
    github,
    gmail,
    google_calendar: googleCalendar,
    google_docs: googleDocs,
    google_drive: googleDrive,
    google_sheets: googleSheets,
    linear,
    linkedin,
    notion,
    reddit,
    slack,
    todoist,
  }),
);

export const apiOf = (slug: string): AppApi | undefined => APIS.get(slug);
export const toolsOf = (slug: string): readonly AppTool[] => APIS.get(slug)?.tools ?? [];

/** What the user switches on: tools that only read, and those that do more. */
export interface Switches {
  readonly reads: boolean;
  readonly writes: boolean;
}

export const isOn = ({ reads, writes }: Switches, { effect }: Pick<AppTool, 'effect'>): boolean =>
  effect === 'read' ? reads : writes;
