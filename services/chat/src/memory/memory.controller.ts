import { Controller, Get, Post, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { type Fact, factText } from '../shapes/fact.js';
import { sourceKind } from '../shapes/labels.js';
import { MemoryService } from './memory.service.js';
import type { Shelf } from './shelf.js';

const file_path = z.string().max(4096);
const fact = z
  .strictObject({
    file_path,
    text: z.string(),
    /** The chat that it came from; null: its user wrote it, that is not known, or the chat is not there any more. */
    chat: z.strictObject({ id: z.string(), title: z.string().nullable() }).nullable(),
    by_user: z.boolean(),
    day: z.string().nullable(),
  })
  .meta({ id: 'MemoryFact' });
const skill = z.strictObject({ file_path, name: z.string(), description: z.string() }).meta({ id: 'ListedSkill' });
const waiting = z
  .strictObject({
    file_path,
    kind: z.enum(['guide', 'fact', 'skill']),
    title: z.string(),
    hash: z.string(),
    source: sourceKind,
  })
  .meta({ id: 'WaitingText' });
const unreadable = z.strictObject({ file_path, name: z.string(), problem: z.string() }).meta({ id: 'UnreadableText' });
const memory = z
  .strictObject({
    guide: z.strictObject({ file_path, size: z.int() }).nullable(),
    facts: z.array(fact),
    skills: z.array(skill),
    waiting: z.array(waiting),
    unreadable: z.array(unreadable),
  })
  .meta({ id: 'Memory' });
const skillList = z.strictObject({ skills: z.array(skill) });

const changedFact = z
  .strictObject({
    file_path: file_path.nullable(),
    before: z.string().max(65_536).nullable(),
    after: factText.nullable(),
  })
  .refine(({ before, after }) => before !== null || after !== null, 'nothing is changed')
  .meta({ id: 'ChangedFact' });
const keptText = z.strictObject({ file_path, hash: z.string().regex(/^[0-9a-f]{64}$/) }).meta({ id: 'KeptText' });

const presentSkill = ({ address, name, description }: Shelf['skills'][number]) => ({
  file_path: address,
  name,
  description,
});

function chatOf(by: Fact['by'], titles: ReadonlyMap<string, string | null>) {
  if (by === null || by === 'user' || !titles.has(by.chat)) return null;
  return { id: by.chat, title: titles.get(by.chat) ?? null };
}

@Controller('memory')
export class MemoryController {
  constructor(private readonly memory: MemoryService) {}

  /** What the assistant knows of its user, as the files of the home say it. */
  @Get()
  @Responds(memory)
  async read(@CurrentCtx() ctx: Ctx) {
    const shelf = await this.memory.read(ctx);
    const titles = await this.memory.titles(ctx, shelf);
    return {
      guide: shelf.guide && { file_path: shelf.guide.address, size: shelf.guide.size },
      facts: shelf.facts.map(({ address, text, by, day }) => ({
        file_path: address,
        text,
        chat: chatOf(by, titles),
        by_user: by === 'user',
        day,
      })),
      skills: shelf.skills.map(presentSkill),
      waiting: shelf.waiting.map(({ address, ...text }) => ({ file_path: address, ...text })),
      unreadable: shelf.unreadable.map(({ address, ...text }) => ({ file_path: address, ...text })),
    };
  }

  @Put('facts')
  @RespondsNothing()
  change(@CurrentCtx() ctx: Ctx, @Input(changedFact) { file_path: address, ...words }: z.infer<typeof changedFact>) {
    return this.memory.change(ctx, { address, ...words });
  }

  @Post('kept')
  @RespondsNothing()
  keep(@CurrentCtx() ctx: Ctx, @Input(keptText) { file_path: address, hash }: z.infer<typeof keptText>) {
    return this.memory.keep(ctx, { address, hash });
  }

  /** The skills that a message can name. Wakes no computer. */
  @Get('skills')
  @Responds(skillList)
  async skills(@CurrentCtx() ctx: Ctx) {
    return { skills: (await this.memory.last(ctx)).skills.map(presentSkill) };
  }
}
