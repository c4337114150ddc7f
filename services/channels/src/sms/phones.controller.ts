import { Controller, Delete, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import { PhonesService } from './phones.service.js';

const start = z.strictObject({
  number: z
    .string()
    .transform((number) => number.replaceAll(/[\s()./-]/g, ''))
    .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a number with its country, such as +49 151 12345678')),
});
const prove = z.strictObject({ code: z.string().regex(/^\d{6}$/, 'a code has six digits') });

/** CM-01: the phone of the user, which has to be proven by a code. */
@Controller('channels/phone')
export class PhonesController {
  constructor(private readonly phones: PhonesService) {}

  @Post()
  @RespondsNothing()
  start(@CurrentCtx() ctx: Ctx, @Input(start) { number }: z.output<typeof start>) {
    return this.phones.start(ctx, number);
  }

  @Post('code')
  @RespondsNothing()
  prove(@CurrentCtx() ctx: Ctx, @Input(prove) { code }: z.infer<typeof prove>) {
    return this.phones.prove(ctx, code);
  }

  @Delete()
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx) {
    return this.phones.remove(ctx);
  }
}
