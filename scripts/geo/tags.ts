import { ROAD_CLASSES, type RoadClass, type Surface } from "@/lib/geo/roads/rules";
import { officialNumber } from "../map-tiles/roads";
import type { Tags } from "./pbf-file";

/** `direction`: 1 for a road that is one-way in the order of its nodes, -1 against it, 0 for both directions. */
export type Road = {
  roadClass: number;
  ref: string | null;
  name?: string;
  surface?: Surface;
  direction: -1 | 0 | 1;
  /** Bridges and tunnels: the ground below or above them is not the road. */
  leavesGround?: true;
};

const CLASS_OF_HIGHWAY: Readonly<Record<string, RoadClass>> = {
  motorway: "motorway",
  trunk: "trunk",
  primary: "primary",
  secondary: "secondary",
  tertiary: "tertiary",
  unclassified: "minor",
};
/** Read with the option `--streets` only: they are two thirds of the network. */
const STREETS = ["residential", "living_street"];

const CLOSED = ["no", "private"];
const OPEN = ["yes", "designated", "permissive"];
/** Tags about who may use a road, most specific first. */
const ACCESS = ["motorcar", "motor_vehicle", "vehicle", "access"];

const NAME_LENGTH = 120;

const PAVED = [
  ..."paved asphalt chipseal concrete concrete:plates concrete:lanes paving_stones paving_stones:lanes".split(" "),
  ..."sett cobblestone unhewn_cobblestone bricks brick metal wood".split(" "),
];
const UNPAVED =
  "unpaved ground dirt earth soil gravel fine_gravel compacted sand mud clay pebblestone grass rock".split(" ");

/** The road of a way for cars; null for other ways. */
export function roadOf(tags: Tags, { withStreets = false } = {}): Road | null {
  const roadClass = classOf(tags, withStreets);
  if (!roadClass || tags.area === "yes") return null;
  const surface = surfaceOf(tags, roadClass);
  const name = tags.name?.slice(0, NAME_LENGTH);
  return {
    roadClass: ROAD_CLASSES.indexOf(roadClass),
    ref: tags.ref ? officialNumber(tags.ref) : null,
    ...(name && { name }),
    ...(surface && { surface }),
    direction: directionOf(tags),
    ...((isSet(tags.bridge) || isSet(tags.tunnel)) && { leavesGround: true }),
  };
}

const isSet = (value: string | undefined) => value !== undefined && value !== "no";

function classOf(tags: Tags, withStreets: boolean): RoadClass | null {
  const access = ACCESS.map((key) => tags[key]).find((value) => value !== undefined);
  // A ferry without a tag about cars may carry passengers only.
  if (tags.route === "ferry") return access !== undefined && OPEN.includes(access) ? "ferry" : null;
  if (access !== undefined && CLOSED.includes(access)) return null;
  const highway = tags.highway?.replace(/_link$/, "") ?? "";
  if (withStreets && STREETS.includes(highway)) return "minor";
  // Most tracks without a name lead to a field.
  if (highway === "track") return tags.name || tags.ref ? "track" : null;
  return CLASS_OF_HIGHWAY[highway] ?? null;
}

function directionOf(tags: Tags): Road["direction"] {
  const { oneway } = tags;
  if (oneway === "-1" || oneway === "reverse") return -1;
  if (oneway === "yes" || oneway === "true" || oneway === "1") return 1;
  const isRound = tags.junction === "roundabout" || tags.junction === "circular";
  const isMotorway = tags.highway === "motorway" || tags.highway === "motorway_link";
  return oneway === undefined && (isRound || isMotorway) ? 1 : 0;
}

/** Motorways and trunk roads without a surface tag count as paved, tracks as unpaved. */
function surfaceOf(tags: Tags, roadClass: RoadClass): Surface | undefined {
  const surface = tags.surface?.split(";")[0] ?? "";
  if (PAVED.includes(surface)) return "paved";
  if (UNPAVED.includes(surface)) return "unpaved";
  if (roadClass === "motorway" || roadClass === "trunk") return "paved";
  return roadClass === "track" && tags.tracktype !== "grade1" ? "unpaved" : undefined;
}

/** Kinds of the places that are read, by tag. */
const KIND_OF_TAG: Readonly<Record<string, readonly string[]>> = {
  tourism: "hotel guest_house hostel chalet camp_site museum viewpoint attraction".split(" "),
  amenity: "restaurant cafe fast_food fuel hospital pharmacy police ferry_terminal".split(" "),
  shop: "bakery car_repair car_parts tyres".split(" "),
};
/** Places without a name that are useful nevertheless. */
const USEFUL_UNNAMED = ["fuel", "viewpoint", "ferry_terminal", "police", "car_repair"];

/** The kind of a place; null for what the guide does not show. */
export function placeKindOf(tags: Tags): string | null {
  const [kind] = Object.keys(KIND_OF_TAG).flatMap((key) => KIND_OF_TAG[key]!.filter((value) => value === tags[key]));
  return kind && (tags.name || USEFUL_UNNAMED.includes(kind)) ? kind : null;
}
