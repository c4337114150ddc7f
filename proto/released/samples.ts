/** A message of every type with every field set: what a release can be held to. */
import { type DescField, type DescMessage, type JsonObject, type JsonValue, ScalarType } from '@bufbuild/protobuf';

/** Messages that hold themselves end here. */
const DEEPEST = 4;

/**
 * In JSON form, the same for the same type. Of each group of which one member may be set, `turn` says which; there are
 * as many turns as the largest group has members.
 */
export function sampleOf(type: DescMessage, turn: number, depth = 0): JsonObject {
  const fields = type.members.flatMap((member) =>
    member.kind === 'oneof' ? [member.fields[turn % member.fields.length]!] : [member],
  );
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = depth < DEEPEST || !field.message ? valueOf(field, turn, depth) : undefined;
      return value === undefined ? [] : [[field.jsonName, value]];
    }),
  );
}

export const turnsOf = (type: DescMessage): number => Math.max(1, ...type.oneofs.map(({ fields }) => fields.length));

function valueOf(field: DescField, turn: number, depth: number): JsonValue {
  switch (field.fieldKind) {
    case 'scalar':
      return scalar(field.scalar, field.number);
    case 'enum':
      return field.enum.values.at(-1)!.name;
    case 'message':
      return sampleOf(field.message, turn, depth + 1);
    case 'list':
      return [
        field.listKind === 'scalar'
          ? scalar(field.scalar, field.number)
          : field.listKind === 'enum'
            ? field.enum.values.at(-1)!.name
            : sampleOf(field.message, turn, depth + 1),
      ];
    case 'map':
      return {
        [String(scalar(field.mapKey, field.number))]:
          field.mapKind === 'scalar'
            ? scalar(field.scalar, field.number)
            : field.mapKind === 'enum'
              ? field.enum.values.at(-1)!.name
              : sampleOf(field.message, turn, depth + 1),
      };
  }
}

function scalar(type: ScalarType, number: number): JsonValue {
  if (type === ScalarType.STRING) return `text ${number}`;
  if (type === ScalarType.BYTES) return Buffer.from([number, 0xff]).toString('base64');
  if (type === ScalarType.BOOL) return true;
  if (type === ScalarType.DOUBLE || type === ScalarType.FLOAT) return number + 0.5;
  // Too large for a number: as JSON writes those of 64 bits.
  if ([ScalarType.INT64, ScalarType.UINT64, ScalarType.SINT64, ScalarType.FIXED64, ScalarType.SFIXED64].includes(type))
    return String(2n ** 53n + BigInt(number));
  return 100_000 + number;
}
