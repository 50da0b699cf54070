import { TRIP_DRAFT_PREFIX } from "@/lib/platform/device-storage/rules";
import type { HeightLine } from "@/lib/geo/tracks/rules";
import { heightLinesOf, withProfile } from "@/lib/travel/conditions/matching/rules";
import { EMPTY_PLAN, routeKeyOf } from "@/lib/travel/trips/rules";
import type { OpenedTrip, SavedTrip, StoredRoute, TripPlan } from "@/lib/travel/trips/schema";
import * as device from "../../form/device-draft";

/** A route and the key of the plan it was calculated for. */
export type KeyedRoute = { key: string; route: StoredRoute };
/**
 * The stored trip that the plan was opened from or saved as; `version` is null before the first save. `hasRoute` is
 * false when it was stored before its line was calculated; drafts of older versions of the page do not have it.
 */
type Base = { id: string; version: number | null; saved: TripPlan | null; hasRoute?: boolean };
export type PlanState = {
  plan: TripPlan;
  past: readonly TripPlan[];
  future: readonly TripPlan[];
  route: KeyedRoute | null;
  base: Base;
  /** Another tab changed the plan last. */
  isFromOtherTab: boolean;
};

type Draft = Pick<PlanState, "plan" | "base">;

const MAX_UNDO = 100;
const keyOf = (name: string) => `${TRIP_DRAFT_PREFIX}${name}`;
/** The line is stored apart, so that every change of the plan does not write it again. */
const lineOf = (name: string) => `${name}:route`;
const heightsOf = (name: string) => `${name}:heights`;
/** Points with altitude of imported files that are kept on the device: the last two large files. */
const MAX_KEPT_HEIGHTS = 8000;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Rejects drafts of another shape: an older version of the page, or an edited one. */
function isPlan(value: unknown): value is TripPlan {
  const plan = value as Partial<TripPlan> | null;
  const isStop = ({ id, lat, lng, name }: TripPlan["stops"][number]) =>
    [id, name].every((text) => typeof text === "string") && [lat, lng].every(Number.isFinite);
  return (
    Array.isArray(plan?.stops) &&
    plan.stops.every((stop) => stop && isStop(stop)) &&
    Array.isArray(plan.avoid) &&
    typeof plan.leaveAt === "string" &&
    Number.isFinite(plan.car?.cruiseKmh)
  );
}

/** Rejects altitudes of another shape. */
const isHeights = (value: unknown): value is HeightLine[] =>
  Array.isArray(value) &&
  value.flat().every((point: unknown) => Array.isArray(point) && point.length === 4 && point.every(Number.isFinite));

export function firstState(initial: OpenedTrip | null): PlanState {
  const plan = initial?.plan ?? EMPTY_PLAN;
  const key = routeKeyOf(plan);
  return {
    plan,
    past: [],
    future: [],
    route: initial?.route && key ? { key, route: initial.route } : null,
    base: {
      id: initial?.id ?? "",
      version: initial?.version ?? null,
      saved: initial && initial.version !== null ? initial.plan : null,
      hasRoute: Boolean(initial?.route),
    },
    isFromOtherTab: false,
  };
}

/** Whether a draft has no change of its own and the server has a later version, saved on another device or by somebody else. */
const isOutdated = ({ plan, base }: Draft, initial: OpenedTrip | null) =>
  (initial?.version ?? 0) > (base.version ?? 0) && isSame(plan, base.saved);

/** Whether the line of the plan was calculated after the plan was stored. */
const hasNewLine = ({ plan, base, route }: PlanState) =>
  base.version !== null && base.hasRoute === false && route !== null && route.key === routeKeyOf(plan);

/** Whether the plan or its line differs from what is saved; the car of an empty plan is nothing to save. */
export const isUnsaved = (state: PlanState) =>
  !isSame(state.plan, state.base.saved ?? { ...EMPTY_PLAN, car: state.plan.car }) || hasNewLine(state);

/**
 * The plan of a page with undo and redo. Every change is written to this device at once, so a reload, a crash or the end
 * of the session loses nothing; another tab with the same draft shows the change as a step that can be undone.
 */
export class PlanStore {
  private state: PlanState;
  private readonly listeners = new Set<() => void>();
  private lastTag: string | null = null;
  /** Altitudes of imported files, the last one first. */
  private heights: readonly HeightLine[] = [];
  /** Altitudes of the stored line. */
  private storedHeights: readonly HeightLine[] = [];

  constructor(
    private readonly name: string,
    initial: OpenedTrip | null,
  ) {
    this.state = firstState(initial);
    if (typeof window === "undefined") return;
    const draft = device.readDraft<Draft>("localStorage", keyOf(name));
    if (draft && isPlan(draft.plan) && !isOutdated(draft, initial))
      this.state = { ...this.state, plan: draft.plan, base: draft.base };
    this.readHeights();
    if (initial?.route) this.storedHeights = heightLinesOf(initial.route);
    const stored = device.readDraft<KeyedRoute>("localStorage", keyOf(lineOf(name)));
    // The line of the server comes first, so that everybody sees the same one.
    const isServerLine = this.state.route?.key === routeKeyOf(this.state.plan) && this.state.route !== null;
    if (!isServerLine && stored?.route && Array.isArray(stored.route.legs))
      this.state = { ...this.state, route: stored };
    if (!this.state.base.id) this.state = { ...this.state, base: { ...this.state.base, id: crypto.randomUUID() } };
  }

  readonly get = (): PlanState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) window.addEventListener("storage", this.readOtherTab);
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) window.removeEventListener("storage", this.readOtherTab);
    };
  };

  /** Changes the plan; successive changes with the same tag (the letters of a title) are one step of undo. */
  readonly edit = (change: (plan: TripPlan) => TripPlan, tag: string | null = null): void => {
    const { plan, past } = this.state;
    const next = change(plan);
    if (isSame(next, plan)) return;
    const isContinued = tag !== null && tag === this.lastTag && past.length > 0;
    this.lastTag = tag;
    this.keep({ plan: next, past: isContinued ? past : [...past, plan].slice(-MAX_UNDO), future: [] });
  };

  readonly undo = (): void => {
    const { plan, past, future } = this.state;
    const last = past.at(-1);
    this.lastTag = null;
    if (last) this.keep({ plan: last, past: past.slice(0, -1), future: [plan, ...future] });
  };

  readonly redo = (): void => {
    const { plan, past, future } = this.state;
    const [next, ...rest] = future;
    this.lastTag = null;
    if (next) this.keep({ plan: next, past: [...past, plan], future: rest });
  };

  /** Keeps the altitudes of a file for the routes of this plan that follow it. */
  readonly addHeights = (lines: readonly HeightLine[]): void => {
    if (lines.length === 0) return;
    let left = MAX_KEPT_HEIGHTS;
    this.heights = [...lines, ...this.heights].filter(({ length }) => (left -= length) >= 0);
    device.writeDraft("localStorage", keyOf(heightsOf(this.name)), this.heights);
  };

  /**
   * Shows a calculated route with the known altitudes of its roads. A route that was calculated for an older plan is not
   * used.
   */
  readonly setRoute = (key: string, route: StoredRoute): void => {
    if (routeKeyOf(this.state.plan) !== key) return;
    this.keepRoute({ key, route: withProfile(route, [...this.heights, ...this.storedHeights]) });
  };

  private keepRoute(route: KeyedRoute): void {
    this.show({ route });
    device.writeDraft("localStorage", keyOf(lineOf(this.name)), route);
  }

  /** The server stored `saved` as this version; changes since then stay unsaved. */
  readonly setSaved = (version: number, saved: TripPlan, hasRoute: boolean): void =>
    this.keep({ base: { ...this.state.base, version, saved, hasRoute } });

  /** Replaces the plan and its line by the stored ones; undo returns to the own plan. */
  readonly take = ({ version, plan, route }: SavedTrip): void => {
    this.edit(() => plan);
    this.setSaved(version, plan, route !== null);
    const key = routeKeyOf(plan);
    if (!route || !key) return;
    this.storedHeights = heightLinesOf(route);
    this.keepRoute({ key, route });
  };

  /** Starts a plan that is not stored anywhere; undo returns to the old one until then. */
  readonly startNew = (): void => {
    const { plan, past } = this.state;
    this.keep({
      plan: { ...EMPTY_PLAN, car: plan.car },
      past: [...past, plan].slice(-MAX_UNDO),
      future: [],
      base: { id: crypto.randomUUID(), version: null, saved: null },
    });
  };

  private readHeights(): void {
    const heights = device.readDraft("localStorage", keyOf(heightsOf(this.name)));
    if (isHeights(heights)) this.heights = heights;
  }

  private keep(change: Partial<PlanState>): void {
    this.show({ isFromOtherTab: false, ...change });
    const { plan, base } = this.state;
    device.writeDraft("localStorage", keyOf(this.name), { plan, base });
  }

  private show(change: Partial<PlanState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  private readonly readOtherTab = ({ key }: StorageEvent): void => {
    if (key !== keyOf(this.name)) return;
    const draft = device.readDraft<Draft>("localStorage", keyOf(this.name));
    if (!draft || !isPlan(draft.plan)) return;
    this.readHeights();
    const { plan, past } = this.state;
    this.lastTag = null;
    if (isSame(draft.plan, plan)) return this.show({ base: draft.base });
    this.show({
      plan: draft.plan,
      base: draft.base,
      past: [...past, plan].slice(-MAX_UNDO),
      future: [],
      isFromOtherTab: true,
    });
  };
}
