import { expect, it } from "vitest";
import { inOrder } from "./output";

it("shows the first output that has not ended at once, and the others in their order", () => {
  const shown: (string | Uint8Array)[] = [];
  const [types, unit, database] = inOrder({ write: (chunk) => shown.push(chunk) }, 3);
  database!.write("d1");
  types!.write("t1");
  expect(shown).toEqual(["t1"]);
  database!.write("d2");
  types!.end();
  unit!.write("u1");
  expect(shown).toEqual(["t1", "u1"]);
  unit!.end();
  expect(shown).toEqual(["t1", "u1", "d1", "d2"]);
  database!.write("d3");
  database!.end();
  expect(shown).toEqual(["t1", "u1", "d1", "d2", "d3"]);
});

it("shows what ended before its turn", () => {
  const shown: (string | Uint8Array)[] = [];
  const [unit, database] = inOrder({ write: (chunk) => shown.push(chunk) }, 2);
  database!.write("d");
  database!.end();
  expect(shown).toEqual([]);
  unit!.end();
  expect(shown).toEqual(["d"]);
});
