import type { RegistrationKind } from "../../events/schema";
import type { Badge } from "../schema";
import type { BATCH_SIZES, PRINT_SIZES } from "../../../platform/supabase/database-constants/events";
import { isExhibitor } from "../../events/rules";

/** Printed sizes of a badge in millimetres; the cards for the dashboard and the windscreen are for exhibitors. */
export const BADGE_SIZES = {
  a6: { width: 105, height: 148, isOfCar: false },
  card: { width: 100, height: 70, isOfCar: false },
  label: { width: 90, height: 29, isOfCar: false },
  windscreen: { width: 210, height: 148, isOfCar: true },
  "dash-a5": { width: 210, height: 148, isOfCar: true },
  "dash-a4": { width: 297, height: 210, isOfCar: true },
} as const;
export type BadgeSize = keyof typeof BADGE_SIZES;

const PIXELS_PER_MM = 96 / 25.4;
const PAGE_MARGINS = 32;
const SCREEN_WIDTHS = [320, 360, 390, 430, 480, 560, 640, 720, 820, 960, 1100];

/** Styles that shrink a sheet to the width of a small screen, so that its QR code is never cut off; paper has the real size. */
export function screenZoom(size: BadgeSize): string {
  const sheet = BADGE_SIZES[size].width * PIXELS_PER_MM;
  return SCREEN_WIDTHS.map((screen) => {
    const zoom = Math.min(1, Math.floor(((screen - PAGE_MARGINS) / sheet) * 100) / 100);
    return `@media screen and (min-width: ${screen}px) { [data-badge] { zoom: ${zoom} } }`;
  }).join("\n");
}

/** Sizes that a kind of registration may print. */
export const sizesOf = (kind: RegistrationKind): BadgeSize[] =>
  (Object.keys(BADGE_SIZES) as BadgeSize[]).filter((size) => isExhibitor(kind) || !BADGE_SIZES[size].isOfCar);

type Sized = { kind: RegistrationKind; event: { badge_size: BatchSize } };

/** The size of an address; the one of the event when it is none of the kind. */
export const badgeSizeOf = (value: unknown, { kind, event }: Sized): BadgeSize =>
  sizesOf(kind).find((size) => size === value) ?? event.badge_size;

export type BatchSize = (typeof BATCH_SIZES)[number];
export type PrintSize = (typeof PRINT_SIZES)[number];

export type BadgeWords = { people: (count: number) => string; stand: (label: string) => string };

const townOf = ({ town, state_abbr: state }: Badge) => [town, state].filter(Boolean).join("/");

type Car = Pick<Badge["vehicles"][number], "make" | "model" | "year">;
export const carName = ({ make, model, year }: Car): string => `${make} ${model} ${year}`;

/** Lines of a badge below the name: club or company with the car, and the town with the number of people and the stand. */
export function badgeLines(badge: Badge, words: BadgeWords): { about: string; place: string } {
  const [car] = badge.vehicles;
  const shows = (part: string) => !badge.event.badge_hidden.includes(part);
  const about = [shows("club") && (badge.company ?? badge.club), shows("car") && car && carName(car)];
  const place = [
    shows("town") && townOf(badge),
    shows("people") && badge.places > 1 && words.people(badge.places),
    shows("stand") && badge.stand && words.stand(badge.stand),
  ];
  return { about: about.filter(Boolean).join(" · "), place: place.filter(Boolean).join(" · ") };
}
