import { z } from 'zod';

const appTool = z
  .strictObject({ name: z.string(), about: z.string(), effect: z.enum(['read', 'write', 'send', 'delete']) })
  .meta({ id: 'ConnectedAppTool' });

/** Whether writing is asked for, too; without it as before. */
export const connectApp = z.strictObject({ writing: z.boolean().optional() });
export type ConnectApp = z.infer<typeof connectApp>;

/** IM-01 */
export const connectedApps = z.array(
  z
    .strictObject({
      app_slug: z.string(),
      display_name: z.string(),
      connected: z.boolean(),
      about: z.string(),
      /**
       * `bot`: is paired instead. `not_set_up`: the owner of the installation has to enter a client first. `broken`:
       * the app refuses the connection until it is made again. `client_refused`: it refuses the client of the
       * installation, until its owner enters it again.
       */
      state: z.enum(['bot', 'not_set_up', 'not_connected', 'ok', 'broken', 'client_refused']),
      account: z.string().nullable(),
      error: z.string().nullable(),
      /** Of the assistant, and whether it has those that read and those that do more. */
      tools: z.array(appTool),
      reading: z.boolean(),
      writing: z.boolean(),
      /** What the app has to be asked for before it can be written to; null: nothing, or it has no such tools. */
      writing_asks_for: z.string().nullable(),
    })
    .meta({ id: 'ConnectedApp' }),
);
export type ConnectedApp = z.infer<typeof connectedApps>[number];

export const consent = z.strictObject({ url: z.url() });

/** `unconfirmed`: the app may still list Zo. `shared`: it does, for another connected app of the same account there. */
export const disconnected = z.strictObject({ grant: z.enum(['ended', 'unconfirmed', 'shared']) });
export type Disconnected = z.infer<typeof disconnected>;
