import { describe, expect, it } from "vitest";
import { EMPTY_STORE, isFavourite, parseStore, withAnswer, withChange, type Favourite } from "./rules";

const item = (id: string): Favourite => ({ kind: "club", id, title: id, path: `/${id}`, state: "SC" });
const [one, two, three] = [item("1"), item("2"), item("3")];
const issue: Favourite = { ...item("4"), kind: "magazine", path: "/revista-digital/4", state: null };
const added = (...items: Favourite[]) => items.reduce((store, next) => withChange(store, next, true), EMPTY_STORE);

describe("withChange()", () => {
  it("adds an item first and stores the change", () => {
    const store = added(one, two);
    expect(store.items).toEqual([two, one]);
    expect(store.pending).toEqual([
      { kind: "club", id: "1", favourite: true },
      { kind: "club", id: "2", favourite: true },
    ]);
  });

  it("keeps only the last change of an item", () => {
    const store = withChange(added(one), one, false);
    expect(store.items).toEqual([]);
    expect(store.pending).toEqual([{ kind: "club", id: "1", favourite: false }]);
  });
});

describe("withAnswer()", () => {
  it("takes the list of the account after a merge", () => {
    const device = added(one);
    const merged = withAnswer(device, { owner: "a", items: [one, two] }, device.pending, 5);
    expect(merged).toEqual({ owner: "a", items: [one, two], pending: [], syncedAt: 5 });
  });

  it("keeps changes that were made after the request", () => {
    const sent = added(one);
    const later = withChange(withChange(sent, three, true), one, false);
    const merged = withAnswer(later, { owner: "a", items: [one, two] }, sent.pending, 5);
    expect(merged.items).toEqual([three, two]);
    expect(merged.pending).toEqual([
      { kind: "club", id: "3", favourite: true },
      { kind: "club", id: "1", favourite: false },
    ]);
  });

  it("merges an issue of the magazine saved before sign-in with the list of the account", () => {
    const device = added(issue);
    expect(device.pending).toEqual([{ kind: "magazine", id: "4", favourite: true }]);
    const merged = withAnswer(device, { owner: "a", items: [issue, two] }, device.pending, 5);
    expect(merged).toEqual({ owner: "a", items: [issue, two], pending: [], syncedAt: 5 });
  });

  it("drops the changes of another account", () => {
    const device = { ...added(one), owner: "a" };
    expect(withAnswer(device, { owner: "b", items: [two] }, [], 5)).toMatchObject({
      owner: "b",
      items: [two],
      pending: [],
    });
  });
});

describe("parseStore()", () => {
  it("reads back what was stored", () => {
    const store = { ...added(one, two), owner: "a", syncedAt: 7 };
    expect(parseStore(JSON.stringify(store))).toEqual(store);
  });

  it.each([null, "", "x", "[]", "{}", '{"items":1,"pending":[]}'])("gives an empty store for %j", (text) => {
    expect(parseStore(text)).toEqual(EMPTY_STORE);
  });

  it("leaves out items with another kind or a path of another site", () => {
    const items = [
      { ...one, kind: "page" },
      { ...one, path: "//example.org" },
      { ...one, path: "javascript:alert(1)" },
      two,
      issue,
    ];
    const store = parseStore(JSON.stringify({ items, pending: [] }));
    expect(store.items).toEqual([two, issue]);
    expect(isFavourite(store, one)).toBe(false);
  });
});
