import { expect, it } from "vitest";
import { movedMoments } from "./record-zone";

const fields = [
  { name: "starts_at", kind: "datetime" as const },
  { name: "title", kind: "text" as const },
];
const values = { state_abbr: "SC", municipality_ibge: 4_209_300, starts_at: "2027-12-05T12:00:00.000Z", title: "A" };
const change = { fields, values, stored: "America/Sao_Paulo" };

it("moments keep their local hour in the zone of another place", () => {
  expect(movedMoments({ ...change, name: "state_abbr", value: "AC" })).toEqual({
    starts_at: "2027-12-05T14:00:00.000Z",
  });
});

it.each([
  ["another field", { name: "title", value: "B" }],
  ["a place in the same zone", { name: "state_abbr", value: "PR" }],
])("moments stay after a change of %s", (_name, changed) => {
  expect(movedMoments({ ...change, ...changed })).toEqual({});
});

it("a form without the place has no moments to move", () => {
  expect(movedMoments({ ...change, values: { title: "A" }, name: "state_abbr", value: "AC" })).toEqual({});
});
