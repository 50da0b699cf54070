import { describe, expect, it } from "vitest";
import { isNews, memberViews } from "./rules";
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

describe("memberViews()", () => {
  it("puts those who need help first and keeps the order of the others", () => {
    const list = [member("a"), member("b", { status: "stopped" }), member("c"), member("d", { status: "help" })];
    expect(memberViews(list, NOW, false).map(({ name }) => name)).toEqual(["d", "b", "a", "c"]);
  });

  it("gives the age of a position and marks one of five minutes or more", () => {
    const list = [
      member("a", { position: at(-27, -48, "2026-11-24T11:55:01Z") }),
      member("b", { position: at(-27, -48, "2026-11-24T11:55:00Z") }),
      member("c"),
    ];
    expect(memberViews(list, NOW, false).map(({ minutes, isStale }) => [minutes, isStale])).toEqual([
      [4, false],
      [5, true],
      [null, false],
    ]);
  });

  it("gives distances to the own car, and none without an own position", () => {
    const position = at(-28, -48, "2026-11-24T12:00:00Z");
    const self = member("me", { is_self: true, position: at(-27, -48, "2026-11-24T12:00:00Z") });
    const [own, other] = memberViews([self, member("a", { position })], NOW, false);
    expect(own?.km).toBeNull();
    expect(other?.km).toBeCloseTo(111.2, 1);
    expect(memberViews([{ ...self, position: null }, member("a", { position })], NOW, false)[1]?.km).toBeNull();
  });

  it("shows no position after the end", () => {
    const list = [member("a", { position: at(-27, -48, "2026-11-24T11:59:00Z") })];
    expect(memberViews(list, NOW, true)).toMatchObject([{ position: null, minutes: null, isStale: false, km: null }]);
  });
});

describe("isNews()", () => {
  it.each([
    [{ status: null, place: null, hide: false }, false],
    [{ status: "help" as const, place: null, hide: false }, true],
    [{ status: null, place: at(-27, -48, "2026-11-24T11:59:00Z"), hide: false }, true],
    [{ status: null, place: null, hide: true }, true],
  ])("of %j is %s", (report, answer) => expect(isNews(report)).toBe(answer));
});
