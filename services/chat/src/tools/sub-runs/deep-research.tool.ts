import { z } from 'zod';
import { delegated, resultOf } from './delegated.js';
import { checkerOf, jsonIn } from '../output-schema.js';
import { defineTool } from '../tool.js';
import { ToolError } from '../tool-errors.js';

export const deepResearch = defineTool({
  name: 'deep_research',
  about: 'Works through a large question on the web and in your files, and writes a report with its sources.',
  description:
    'Works through a large question: plans, searches the web and files, reads many pages, and writes a report with ' +
    'its sources. Takes minutes.',
  class: 'research',
  needs: 'none',
  requires: 'web-search',
  continues: true,
  parallel: true,
  input: z.strictObject({
    instructions: z.string().trim().min(1).max(20_000),
    output_schema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('JSON Schema of the result, when it is to be data instead of a report'),
  }),
  async execute({ instructions, output_schema }, context) {
    const task = `Research this thoroughly:

${instructions}

First list the questions that have to be answered. Search for each from several sides,
read the pages themselves rather than excerpts, and check what matters in a second source.`;
    if (!output_schema) {
      const asReport = `${task} Then write the report in Markdown:
the answer first, then what it rests on, with each page as a Markdown link, and what stays open.`;
      return resultOf(await delegated(context, { kind: 'deep_research', request: asReport, part: 0 }));
    }
    const { problemsOf, schema } = checkerOf(output_schema);
    const asData = `${task} Your last message is only a JSON value, without any other words, valid by this JSON Schema:\n${schema}`;
    const { answer: first, sources } = await delegated(context, { kind: 'deep_research', request: asData, part: 0 });
    const problems = problemsOf(first);
    if (problems === undefined) return resultOf({ answer: jsonIn(first), sources });
    const again = `Rewrite this result as a JSON value by this JSON Schema, without any other words:
${schema}

What is wrong with it: ${problems}\n\nThe result:\n${first}`;
    const { answer: second } = await delegated(context, { kind: 'deep_research', request: again, part: 1 });
    const left = problemsOf(second);
    if (left !== undefined) throw new ToolError(`The result is not as the schema says. ${left}\n${second}`, 'invalid');
    return resultOf({ answer: jsonIn(second), sources });
  },
});
