import { z } from 'zod';

/**
 * How much the assistant asks. `ask_more`: before every command, too. `let_it_work`: what needs a yes only because of
 * text of others is left out instead of asked about. No mode lets run what `balanced` asks about after text of others.
 */
export const trustMode = z.enum(['ask_more', 'balanced', 'let_it_work']).meta({ id: 'TrustMode' });
export type TrustMode = z.infer<typeof trustMode>;
