import { describe, expect, it } from "vitest";
import { countedKinds, offerState, USUAL_KINDS } from "./handover/rules";
import { invitationState } from "./rules";
import { saleLinkState } from "./sale/rules";
import { HISTORY_KINDS } from "../../platform/supabase/database-constants/garage";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const LATER = "2026-11-27T12:00:00Z";
const BEFORE = "2026-11-25T12:00:00Z";

describe("the state of an invitation", () => {
  it.each([
    ["open", { accepted_at: null, revoked_at: null, expires_at: LATER }],
    ["expired", { accepted_at: null, revoked_at: null, expires_at: BEFORE }],
    ["revoked", { accepted_at: null, revoked_at: BEFORE, expires_at: LATER }],
    ["accepted", { accepted_at: BEFORE, revoked_at: null, expires_at: BEFORE }],
  ])("is %s", (state, invitation) => expect(invitationState(invitation, NOW)).toBe(state));
});

describe("the state of a sale link", () => {
  it.each([
    ["open", { revoked_at: null, expires_at: LATER }],
    ["expired", { revoked_at: null, expires_at: BEFORE }],
    ["revoked", { revoked_at: BEFORE, expires_at: BEFORE }],
  ])("is %s", (state, link) => expect(saleLinkState(link, NOW)).toBe(state));
});

describe("a handover", () => {
  it.each([
    ["open", LATER, "open"],
    ["open", BEFORE, "expired"],
    ["accepted", BEFORE, "accepted"],
    ["refused", LATER, "refused"],
  ])("with status %s that ends at %s is %s", (status, expires_at, state) =>
    expect(offerState({ status, expires_at }, NOW)).toBe(state),
  );

  it("lists every kind once, those without rows last", () => {
    const kinds = countedKinds({ diary: 3, fuel: 12 });
    expect(kinds.slice(0, 3)).toEqual([
      { kind: "fuel", count: 12 },
      { kind: "diary", count: 3 },
      { kind: "maintenance", count: 0 },
    ]);
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([...HISTORY_KINDS].toSorted());
  });

  it("suggests no prices, receipts, documents, diary or certificate", () => {
    for (const kind of ["expenses", "receipts", "documents", "diary", "cvcol"] as const)
      expect(USUAL_KINDS).not.toContain(kind);
  });
});
