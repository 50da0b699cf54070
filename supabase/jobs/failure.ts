const LONGEST = 300;

/** What may be stored and shown of a failure: its message without addresses, links, tokens and long numbers. */
export function failureReason(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const text = message
    .replaceAll(/[\w.+-]+:\/\/\S+/g, "[address]")
    .replaceAll(/[^\s@<>"'(]+@[^\s@<>"')]+/g, "[e-mail]")
    .replaceAll(/\/[^\s"']*[\w-]{20,}[^\s"']*/g, "[path]")
    .replaceAll(/[\w-]{32,}/g, "[token]")
    .replaceAll(/\d[\d .()/-]{7,}\d/g, (number) => (number.replaceAll(/\D/g, "").length < 8 ? number : "[number]"))
    .replaceAll(/\s+/g, " ")
    .trim();
  return `${name === "Error" ? "" : `${name}: `}${text}`.slice(0, LONGEST);
}

/** An error that pg-boss stores: the reason alone, no stack and no fields of the original. */
export function publicFailure(error: unknown): Error {
  const failure = new Error(failureReason(error));
  failure.stack = undefined;
  return failure;
}
