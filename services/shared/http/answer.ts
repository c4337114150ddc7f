/** What a handler answers: declared beside it, described in OpenAPI, held to it by the compiler, and in tests by the process itself. */
import { type CallHandler, type ExecutionContext, HttpCode, Injectable, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { z } from 'zod';
import { defineErrors } from '@zo/errors';

const ANSWER = 'zo:answer';

export interface Answer {
  readonly status: number;
  /** Shape of the JSON; absent when there is no body, or bytes. */
  readonly schema?: z.ZodType;
  /** Type of an answer that is not JSON. */
  readonly media?: string;
  readonly events?: z.ZodType;
}

/** The answer declared for a handler. */
export const answerOf = (handler: object): Answer | undefined =>
  Reflect.getMetadata(ANSWER, handler) as Answer | undefined;

/** The handler answers JSON of this shape. What it returns is compared with the shape by the compiler. */
export function Answers<S extends z.ZodType>(schema: S, status = 200) {
  return <T extends (...args: never[]) => z.input<S> | Promise<z.input<S>>>(
    target: object,
    key: string | symbol,
    handler: TypedPropertyDescriptor<T>,
  ): void => declare({ status, schema }, target, key, handler);
}

/** The handler answers 204. */
export function AnswersNothing() {
  return <T extends (...args: never[]) => void | Promise<void>>(
    target: object,
    key: string | symbol,
    handler: TypedPropertyDescriptor<T>,
  ): void => declare({ status: 204 }, target, key, handler);
}

/** The handler writes the response by itself: bytes, or events whose data are of the given shapes. */
export function AnswersStream(media: string, events?: z.ZodType): MethodDecorator {
  return (target, key, handler) => declare({ status: 200, media, events }, target, key, handler);
}

function declare(answer: Answer, target: object, key: string | symbol, handler: PropertyDescriptor): void {
  Reflect.defineMetadata(ANSWER, answer, handler.value as object);
  if (!answer.media) HttpCode(answer.status)(target, key, handler);
}

const answerErrors = defineErrors('http', { wrongAnswer: [500, 'This answer is not what is promised: {reason}'] });

/** Fails a request whose answer is not of its declared shape. For tests: in production nobody pays for reading every answer again. */
@Injectable()
export class AnswerCheck implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const schema = context.getType() === 'http' ? answerOf(context.getHandler())?.schema : undefined;
    return schema ? next.handle().pipe(map((value: unknown) => checked(schema, value))) : next.handle();
  }
}

function checked(schema: z.ZodType, value: unknown): unknown {
  // As the client gets it: without what is undefined, dates as text.
  const { success, error } = schema.safeParse(JSON.parse(JSON.stringify(value)));
  if (success) return value;
  throw answerErrors.wrongAnswer({
    reason: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  });
}
