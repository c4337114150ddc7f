/** The declared response of a handler: described in OpenAPI, checked by the compiler, and in tests at run time. */
import { type CallHandler, type ExecutionContext, HttpCode, Injectable, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { z } from 'zod';
import { defineErrors } from '@zo/errors';

const RESPONSE_METADATA = 'zo:answer';

export interface DeclaredResponse {
  readonly status: number;
  /** Schema of the JSON body; absent for an empty or binary body. */
  readonly schema?: z.ZodType;
  /** Media type of a response that is not JSON. */
  readonly media?: string;
  readonly events?: z.ZodType;
}

/** Returns the response declared for a handler. */
export const responseOf = (handler: object): DeclaredResponse | undefined =>
  Reflect.getMetadata(RESPONSE_METADATA, handler) as DeclaredResponse | undefined;

/** Declares a JSON response of this schema. The compiler checks the return type of the handler against it. */
export function Responds<S extends z.ZodType>(schema: S, status = 200) {
  return <T extends (...args: never[]) => z.input<S> | Promise<z.input<S>>>(
    target: object,
    key: string | symbol,
    handler: TypedPropertyDescriptor<T>,
  ): void => declare({ status, schema }, { target, key, handler });
}

/** Declares an empty response (204). */
export function RespondsNothing() {
  return <T extends (...args: never[]) => void | Promise<void>>(
    target: object,
    key: string | symbol,
    handler: TypedPropertyDescriptor<T>,
  ): void => declare({ status: 204 }, { target, key, handler });
}

/** Declares that the handler writes the response itself: bytes, or events whose data match the schema. */
export function RespondsStream(media: string, events?: z.ZodType): MethodDecorator {
  return (target, key, handler) => declare({ status: 200, media, events }, { target, key, handler });
}

interface Decorated {
  readonly target: object;
  readonly key: string | symbol;
  readonly handler: PropertyDescriptor;
}

function declare(response: DeclaredResponse, { target, key, handler }: Decorated): void {
  Reflect.defineMetadata(RESPONSE_METADATA, response, handler.value as object);
  if (!response.media) HttpCode(response.status)(target, key, handler);
}

const responseErrors = defineErrors('http', {
  wrongResponse: [500, 'The response does not match its schema: {reason}'],
});

/**
 * Fails a request whose response does not match its declared schema. For tests only, because parsing every response
 * again costs time.
 */
@Injectable()
export class ResponseCheck implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const schema = context.getType() === 'http' ? responseOf(context.getHandler())?.schema : undefined;
    return schema ? next.handle().pipe(map((value: unknown) => checked(schema, value))) : next.handle();
  }
}

function checked(schema: z.ZodType, value: unknown): unknown {
  // Parse the response as the client receives it: without undefined members, with dates as strings.
  const { success, error } = schema.safeParse(JSON.parse(JSON.stringify(value)));
  if (success) return value;
  throw responseErrors.wrongResponse({
    reason: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  });
}
