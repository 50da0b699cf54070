import { describe, expect, it } from "vitest";
import { seenMembers } from "./rules";
import type { ConvoyMember } from "./schema";

const NOW = Date.parse("2026-11-24T12:00:00Z");

const member = (name: string, changes: Partial<ConvoyMember> = {}): ConvoyMember => ({
  id: "00000000-0000-4000-8000-000000000001",
  is_self: false,
  name,
  vehicle: "",
  role: "member",
  status: "driving",
  status_at: "2026-11-24T11:00:00Z",
  position: null,
  ...changes,
});

const at = (lat: number, lng: number, measured_at: string) => ({ lat, lng, accuracy_m: 10, measured_at });

describe("seenMembers()", () => {
  it("puts those who need help first and keeps the order of the others", () => {
    const list = [member("a"), member("b", { status: "stopped" }), member("c"), member("d", { status: "help" })];
    expect(seenMembers(list, NOW).map(({ name }) => name)).toEqual(["d", "b", "a", "c"]);
  });

  it("gives the age of a position and marks one of five minutes or more", () => {
    const list = [
      member("a", { position: at(-27, -48, "2026-11-24T11:55:01Z") }),
      member("b", { position: at(-27, -48, "2026-11-24T11:55:00Z") }),
      member("c"),
    ];
    expect(seenMembers(list, NOW).map(({ minutes, isStale }) => [minutes, isStale])).toEqual([
      [4, false],
      [5, true],
      [null, false],
    ]);
  });

  it("gives distances to the own car, and none without an own position", () => {
    const position = at(-28, -48, "2026-11-24T12:00:00Z");
    const self = member("me", { is_self: true, position: at(-27, -48, "2026-11-24T12:00:00Z") });
    const [own, other] = seenMembers([self, member("a", { position })], NOW);
    expect(own?.km).toBeNull();
    expect(other?.km).toBeCloseTo(111.2, 1);
    expect(seenMembers([{ ...self, position: null }, member("a", { position })], NOW)[1]?.km).toBeNull();
  });
});
