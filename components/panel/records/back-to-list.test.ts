import { expect, it } from "vitest";
import { lastListAddress } from "./back-to-list";

const SITE = "http://localhost:3000";
const history = (here: number, ...paths: string[]) => ({
  entries: () => paths.map((path, index) => ({ index, url: path && SITE + path })),
  currentEntry: { index: here },
});
const LISTS = ["/admin/services?q=oficina", "/admin/services?q=oficina&page=2", "/admin/services/1", "/admin/services"];

it.each([
  ["the newest list before the record", history(2, ...LISTS), "/admin/services?q=oficina&page=2"],
  ["none after it", history(0, ...LISTS), null],
  ["none of another list", history(1, "/admin/services-2?q=x", "/admin/services/1"), null],
  ["none without a history", undefined, null],
])("the arrow back leads to %s", (_, given, address) => {
  expect(lastListAddress(given, "/admin/services")).toBe(address);
});
