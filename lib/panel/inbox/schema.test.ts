import { describe, expect, it } from "vitest";
import { INBOX, INBOX_KEYS, type InboxKind } from "./rules";
import { nextStatus, statusesOf, STEPS } from "./schema";

describe.each(INBOX_KEYS)("%s", (key) => {
  const kind: InboxKind = INBOX[key];

  it("waits, is answered and is decided only in declared statuses", () => {
    const named = [...kind.waiting, ...(kind.answered ?? []), ...(kind.decided ?? [])];
    expect(named.filter((status) => !statusesOf(key).includes(status))).toEqual([]);
  });

  it("offers a moderator only decisions that some waiting status accepts", () => {
    const refused = kind.decisions.filter((decision) =>
      kind.waiting.every((status) => nextStatus(key, status, decision) === null),
    );
    expect(refused).toEqual([]);
    expect(
      kind.waiting.filter((status) => kind.decisions.every((decision) => nextStatus(key, status, decision) === null)),
    ).toEqual([]);
  });

  it("changes only to declared statuses", () => {
    const next = statusesOf(key).flatMap((status) => STEPS.map((step) => nextStatus(key, status, step)));
    expect(next.filter((status) => status !== null && !statusesOf(key).includes(status))).toEqual([]);
  });
});
