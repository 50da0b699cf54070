/** The write was done, now or by an earlier sending of the same request. */
export type Saved<Fields extends object = object> = { outcome: "saved" } & Fields;
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

type KeyOf<O> = O extends Refused<infer Reason> ? Reason : O extends { outcome: infer Word } ? Word : never;

/** The reason of a refusal, otherwise the outcome itself: the key of the sentence that the page shows. */
export const outcomeKey = <O extends { outcome: Outcome["outcome"]; reason?: string }>(answer: O): KeyOf<O> =>
  (answer.outcome === "refused" ? answer.reason : answer.outcome) as KeyOf<O>;
