// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { encodeLine } from "@/lib/geo/roads/rules";
import type { HeightLine } from "@/lib/geo/tracks/rules";
import { routeKeyOf } from "@/lib/travel/trips/rules";
import type { OpenedTrip, StoredRoute } from "@/lib/travel/trips/schema";
import { isUnsaved, PlanStore } from "./plan-store";
import { insertStops } from "./planner-edits";

const KEY = "trip-draft:new";
const ROUTE: StoredRoute = {
  sections: [],
  legs: [],
  km: 1,
  estimatedKm: 0,
  minutes: 1,
  tolls: [],
  unavoidable: [],
  unsupported: [],
  credits: [],
};

const add = (store: PlanStore, name: string) =>
  store.edit((plan) => insertStops(plan, plan.stops.length, [{ name, lat: -27 - plan.stops.length, lng: -48 }]));
const names = (store: PlanStore) =>
  store
    .get()
    .plan.stops.map(({ name }) => name)
    .join("");
const reopen = (initial: OpenedTrip | null = null) => new PlanStore("new", initial);

beforeEach(() => localStorage.clear());

describe("a plan", () => {
  it("survives a reload with its line and its id", () => {
    const store = reopen();
    add(store, "a");
    add(store, "b");
    store.setRoute(routeKeyOf(store.get().plan)!, ROUTE);
    const other = reopen();
    expect(names(other)).toBe("ab");
    expect(other.get().route?.route).toEqual(ROUTE);
    expect(other.get().base.id).toBe(store.get().base.id);
  });

  it.each(["{", "null", '{"plan":{"stops":[{"id":1}]}}', '{"plan":{"stops":"x"}}', "[]"])(
    "ignores the damaged draft %s",
    (text) => {
      localStorage.setItem(KEY, text);
      expect(names(reopen())).toBe("");
    },
  );

  it("undoes and redoes step by step; a new change ends what could be redone", () => {
    const store = reopen();
    add(store, "a");
    add(store, "b");
    store.undo();
    expect(names(store)).toBe("a");
    store.redo();
    expect(names(store)).toBe("ab");
    store.undo();
    add(store, "c");
    store.redo();
    expect(names(store)).toBe("ac");
  });

  it("undoes the letters of a title in one step, and not the change before them", () => {
    const store = reopen();
    add(store, "a");
    for (const title of ["S", "Se", "Ser"]) store.edit((plan) => ({ ...plan, title }), "title");
    store.undo();
    expect(store.get().plan.title).toBe("");
    expect(names(store)).toBe("a");
  });

  it("does not take the route of an older plan", () => {
    const store = reopen();
    add(store, "a");
    add(store, "b");
    const old = routeKeyOf(store.get().plan)!;
    add(store, "c");
    store.setRoute(old, ROUTE);
    expect(store.get().route).toBeNull();
  });

  it("shows the change of another tab as a step that can be undone", () => {
    const [one, other] = [reopen(), reopen()];
    one.subscribe(() => undefined);
    add(one, "a");
    add(other, "x");
    window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
    expect(names(one)).toBe("x");
    expect(one.get().isFromOtherTab).toBe(true);
    one.undo();
    expect(names(one)).toBe("a");
  });
});

describe("a saved trip", () => {
  const plan = insertStops(reopen().get().plan, 0, [{ name: "a", lat: -27, lng: -48 }]);
  const initial: OpenedTrip = { id: "id", version: 3, plan, route: null, updatedAt: "2026-01-01T00:00:00Z" };

  it("is unsaved after a change, also after a reload, until the server stored that plan", () => {
    const store = reopen(initial);
    expect(isUnsaved(store.get())).toBe(false);
    add(store, "b");
    expect(isUnsaved(reopen(initial).get())).toBe(true);
    store.setSaved(4, store.get().plan, false);
    expect(isUnsaved(store.get())).toBe(false);
    expect(store.get().base.version).toBe(4);
  });

  it("shows the later version of the server in place of an own copy without changes, with its line", () => {
    const store = reopen(initial);
    add(store, "b");
    store.setSaved(4, store.get().plan, false);
    const theirs = insertStops(plan, 1, [{ name: "z", lat: -28, lng: -48 }]);
    const later = reopen({ ...initial, version: 5, plan: theirs, route: ROUTE });
    expect(names(later)).toBe("az");
    expect(later.get().base.version).toBe(5);
    expect(later.get().route).toEqual({ key: routeKeyOf(theirs), route: ROUTE });
  });

  it("keeps own changes when the server has a later version, which the next save asks about", () => {
    const store = reopen(initial);
    add(store, "b");
    const later = reopen({ ...initial, version: 5 });
    expect(names(later)).toBe("ab");
    expect(later.get().base.version).toBe(3);
  });

  it("keeps what was saved from here when the page is an older copy of the device", () => {
    const store = reopen(initial);
    add(store, "b");
    store.setSaved(4, store.get().plan, false);
    expect(names(reopen(initial))).toBe("ab");
  });

  it("prefers the stored line to the one of this device", () => {
    const long = insertStops(plan, 1, [{ name: "b", lat: -28, lng: -48 }]);
    const saved = { ...initial, plan: long, route: { ...ROUTE, km: 7 } };
    const store = reopen({ ...saved, route: null });
    store.setRoute(routeKeyOf(long)!, ROUTE);
    expect(reopen(saved).get().route?.route.km).toBe(7);
  });

  it("takes the plan of another editor with its line, and undo returns to the own one", () => {
    const store = reopen(initial);
    add(store, "mine");
    const theirs = insertStops(plan, 1, [{ name: "z", lat: -28, lng: -48 }]);
    store.take({ ...initial, version: 9, plan: theirs, route: ROUTE });
    expect([names(store), isUnsaved(store.get())]).toEqual(["az", false]);
    expect(store.get().route?.route).toBe(ROUTE);
    store.undo();
    expect(names(store)).toBe("amine");
  });

  it("is unsaved when its line was calculated after it was stored without one", () => {
    const longer = insertStops(plan, 1, [{ name: "b", lat: -28, lng: -49 }]);
    const store = reopen({ ...initial, plan: longer });
    expect(isUnsaved(store.get())).toBe(false);
    store.setRoute(routeKeyOf(longer)!, ROUTE);
    expect(isUnsaved(store.get())).toBe(true);
    store.setSaved(4, longer, true);
    expect(isUnsaved(store.get())).toBe(false);
  });

  it("is new when it is a prepared plan without version", () => {
    const store = reopen({ ...initial, id: "", version: null });
    expect(isUnsaved(store.get())).toBe(true);
    expect(store.get().base).toMatchObject({ version: null, saved: null });
    expect(store.get().base.id).not.toBe("");
  });

  it("stays unsaved when the plan changed after it was sent", () => {
    const store = reopen(initial);
    add(store, "b");
    const sent = store.get().plan;
    add(store, "c");
    store.setSaved(4, sent, false);
    expect(isUnsaved(store.get())).toBe(true);
  });
});

describe("altitudes of a file", () => {
  const LINE: [number, number][] = [
    [-27, -48],
    [-28, -48],
  ];
  const route = (line = LINE): StoredRoute => ({
    ...ROUTE,
    sections: [{ kind: "road", line: encodeLine(line), roadClass: "primary", ref: null, km: 111, source: null }],
    legs: [{ from: 0, to: 1, km: 111, estimatedKm: 0, minutes: 90, firstSection: 0, endSection: 1 }],
    km: 111,
  });
  /** 11 km at the start of the line. */
  const HEIGHTS: HeightLine[] = [
    [
      [-27, -48, 10, 0],
      [-27.1, -48, 510, 11.1],
    ],
  ];
  const open = (initial: OpenedTrip | null = null) => {
    const store = reopen(initial);
    if (!initial) ["a", "b"].forEach((name) => add(store, name));
    return store;
  };
  const show = (store: PlanStore, line = LINE) => store.setRoute(routeKeyOf(store.get().plan)!, route(line));
  const highest = (store: PlanStore) => {
    const metres = store
      .get()
      .route?.route.profile?.flat()
      .map(([, height]) => Math.round(height / 10) * 10);
    return metres && Math.max(...metres);
  };

  it("are kept with the line and after a reload", () => {
    const store = open();
    store.addHeights(HEIGHTS);
    show(store);
    expect(highest(store)).toBe(510);
    const later = reopen();
    expect(highest(later)).toBe(510);
    show(later);
    expect(highest(later)).toBe(510);
  });

  it("are dropped where the line is bent away, and return with an undo", () => {
    const store = open();
    store.addHeights(HEIGHTS);
    show(store);
    store.edit((plan) => insertStops(plan, 1, [{ name: "", lat: -27.5, lng: -47, kind: "shape" }]));
    show(store, [
      [-27, -47.9],
      [-27.5, -47],
      [-28, -48],
    ]);
    expect(highest(store)).toBeUndefined();
    store.undo();
    show(store);
    expect(highest(store)).toBe(510);
  });

  it("of a stored trip are kept in a changed line without the file", () => {
    const own = open();
    own.addHeights(HEIGHTS);
    show(own);
    const { plan, route: known } = own.get();
    localStorage.clear();
    const trip = { id: "t", version: 1, plan, route: known!.route, updatedAt: "" };
    const store = open(trip);
    store.edit((now) => ({ ...now, avoid: ["toll"] }));
    show(store);
    expect(highest(store)).toBe(510);
    const other = open();
    other.take(trip);
    expect(highest(other)).toBe(510);
  });

  it.each(["x", "{}", "[[[1]]]", "[1]"])("of the damaged entry %s are ignored", (text) => {
    localStorage.setItem(`${KEY}:heights`, text);
    const store = open();
    show(store);
    expect(highest(store)).toBeUndefined();
  });

  it("of many files are bounded, the last one is kept", () => {
    const store = open();
    const large = (metres: number): HeightLine[] => [
      Array.from({ length: 3000 }, (_, index) => [-27 - index / 30_000, -48, metres + index / 200, index / 270]),
    ];
    for (const metres of [100, 200, 300]) store.addHeights(large(metres));
    const stored = JSON.parse(localStorage.getItem(`${KEY}:heights`)!) as HeightLine[];
    expect(stored.map((line) => line[0]![2])).toEqual([300, 200]);
    show(store);
    expect(store.get().route!.route.profile![0]![0]![1]).toBeCloseTo(300, 0);
  });
});
