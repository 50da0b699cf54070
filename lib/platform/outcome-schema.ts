import { z } from "zod";
import type { Refused, Saved } from "./outcome";

/** Which outcomes a write has: with the fields of a saved and of a changed record, and the reasons of refusals. */
type Possible = {
  saved?: z.ZodRawShape;
  conflict?: z.ZodRawShape;
  refused?: readonly string[];
  /** Fields of a refusal besides its reason. */
  details?: z.ZodRawShape;
  gone?: true;
};
type FieldsOf<Shape> = Shape extends z.ZodRawShape ? z.output<z.ZodObject<Shape>> : object;
type OutcomeOf<P extends Possible> =
  | Saved<FieldsOf<P["saved"]>>
  | (P extends { conflict: infer Shape } ? { outcome: "conflict" } & FieldsOf<Shape> : never)
  | (P extends { refused: readonly (infer Reason extends string)[] } ? Refused<Reason> & FieldsOf<P["details"]> : never)
  | (P extends { gone: true } ? { outcome: "gone" } : never);

/** The schema of the outcomes that a write can have; every write can be `saved`. */
export function outcomeSchema<const P extends Possible>(possible: P): z.ZodType<OutcomeOf<P>> {
  const { saved = {}, conflict, refused, details, gone } = possible;
  const schema = z.union([
    z.object({ outcome: z.literal("saved"), ...saved }),
    ...(conflict ? [z.object({ outcome: z.literal("conflict"), ...conflict })] : []),
    ...(refused
      ? [z.object({ outcome: z.literal("refused"), field: z.string().nullable(), reason: z.enum(refused), ...details })]
      : []),
    ...(gone ? [z.object({ outcome: z.literal("gone") })] : []),
  ]);
  return schema as unknown as z.ZodType<OutcomeOf<P>>;
}

/** The schema of a write that changes a record if the caller has it. */
export const savedOrGone = outcomeSchema({ gone: true });
