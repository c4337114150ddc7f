import { z } from 'zod';
import { delegated, resultOf } from './delegated.js';
import { domain } from '../web/domain.js';
import { defineTool } from '../tool.js';

const MAX_DOMAINS = 10;

export const webResearch = defineTool({
  name: 'web_research',
  about: 'Answers a question from several pages of the web, with its sources.',
  description:
    'Answers a question from several pages of the web, which are searched and read apart from this chat. For one ' +
    'quick fact, use web_search.',
  class: 'research',
  needs: 'none',
  requires: 'web-search',
  continues: true,
  parallel: true,
  input: z.strictObject({
    query: z.string().trim().min(1).max(2_000),
    category: z.string().trim().min(1).max(100).optional().describe('Kind of pages, like news, paper, company'),
    include_domains: z.array(domain).max(MAX_DOMAINS).optional().describe('Only pages of these sites'),
    exclude_domains: z.array(domain).max(MAX_DOMAINS).optional().describe('No pages of these sites'),
    include_text: z.boolean().optional().describe('Quote the passages that the answer rests on'),
  }),
  async execute({ query, category, include_domains, exclude_domains, include_text }, context) {
    const wishes = [
      category && `Prefer pages of this kind: ${category}.`,
      include_domains && `Use only pages of ${include_domains.join(', ')}.`,
      exclude_domains && `Use no pages of ${exclude_domains.join(', ')}.`,
      include_text && 'Quote the passages that the answer rests on.',
    ].filter(Boolean);
    const task = `Find out by searching the web and reading pages: ${query}

${wishes.join('\n')}
Search, read the pages that look best, compare them, and answer in a few paragraphs.
Give each statement its page as a Markdown link. Say where pages disagree and what you did not find.`;
    return resultOf(await delegated(context, { kind: 'web_research', request: task, part: 0 }));
  },
});
