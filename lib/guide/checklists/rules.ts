export const CAR_KINDS = ["air_cooled", "carburettor", "injection", "motorcycle", "pickup"] as const;
export const TRIP_KINDS = ["day", "weekend", "long"] as const;
export const TERRAINS = ["rain", "serra", "coast"] as const;

type CarKind = (typeof CAR_KINDS)[number];
type TripKind = (typeof TRIP_KINDS)[number];
type Terrain = (typeof TERRAINS)[number];

/** Filter of the checklist; an empty value does not filter. */
export type TripFilter = { car: CarKind | ""; trip: TripKind | ""; terrains: readonly Terrain[] };

/** An empty list of kinds means all kinds. */
export type Applies = { cars: readonly string[]; trips: readonly string[]; terrains: readonly string[] };

export type ChecklistItem = Applies & { key: string; text: string; why: string };
export type ChecklistSection = { key: string; title: string; items: ChecklistItem[] };

const covers = (kinds: readonly string[], wanted: string) => !wanted || kinds.length === 0 || kinds.includes(wanted);

/** Whether an item applies to this trip. */
export function appliesTo(item: Applies, { car, trip, terrains }: TripFilter): boolean {
  const onTheWay =
    terrains.length === 0 ||
    item.terrains.length === 0 ||
    item.terrains.some((one) => terrains.includes(one as Terrain));
  return covers(item.cars, car) && covers(item.trips, trip) && onTheWay;
}

/** Packing progress; only items that apply to this trip count. */
export function progressOf(sections: readonly ChecklistSection[], filter: TripFilter, ticks: ReadonlySet<string>) {
  const items = sections.flatMap((section) => section.items).filter((item) => appliesTo(item, filter));
  return { done: items.filter(({ key }) => ticks.has(key)).length, total: items.length };
}

export type DeviceList = TripFilter & { ticks: readonly string[] };

export const EMPTY_LIST: DeviceList = { car: "", trip: "", terrains: [], ticks: [] };

const MAX_TICKS = 500;

/** Parses the checklist stored on the device; invalid data becomes the default. */
export function readDeviceList(stored: string | null): DeviceList {
  try {
    const { car, trip, terrains, ticks } = JSON.parse(stored ?? "null") as Record<string, unknown>;
    return {
      car: CAR_KINDS.find((kind) => kind === car) ?? "",
      trip: TRIP_KINDS.find((kind) => kind === trip) ?? "",
      terrains: TERRAINS.filter((one) => Array.isArray(terrains) && terrains.includes(one)),
      ticks: Array.isArray(ticks) ? ticks.filter((tick) => typeof tick === "string").slice(0, MAX_TICKS) : [],
    };
  } catch {
    return EMPTY_LIST;
  }
}
