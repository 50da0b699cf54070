import { z } from "zod";

/** The write was done, now or by an earlier sending of the same request. */
type Saved<Fields extends object = object> = { outcome: "saved" } & Fields;
/** A rule does not allow it; `field`: the part of the form that it is about. */
export type Refused<Reason extends string = string> = { outcome: "refused"; field: string | null; reason: Reason };

/**
 * The expected outcome of a write; everything unexpected is thrown as an `AppError`. `conflict`: somebody changed the
 * record since the client read it. `gone`: the record, or the right to it, no longer exists.
 */
export type Outcome<
  Fields extends object = object,
  Reason extends string = string,
  ConflictFields extends object = object,
> = Saved<Fields> | ({ outcome: "conflict" } & ConflictFields) | Refused<Reason> | { outcome: "gone" };

/** The schema of an outcome, with the fields of a saved and of a changed record and the reasons of refusals. */
export const outcomeSchema = <
  Fields extends z.ZodRawShape,
  ConflictFields extends z.ZodRawShape,
  const Reasons extends readonly string[],
>(
  saved: Fields,
  conflict: ConflictFields,
  reasons: Reasons,
) =>
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("saved"), ...saved }),
    z.object({ outcome: z.literal("conflict"), ...conflict }),
    z.object({ outcome: z.literal("refused"), field: z.string().nullable(), reason: z.enum(reasons) }),
    z.object({ outcome: z.literal("gone") }),
  ]);
